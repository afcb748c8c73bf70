"""Policies: those of the folder, and files of the user's own."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from velado.labels import DIRECT, LABELS
from velado.policies import KEEP, Policy, PolicyError, explain, load_policy, policies
from velado.policies.options import Option, settings
from velado.replacement import strategies


@pytest.fixture(params=sorted(policies()))
def policy(request: pytest.FixtureRequest) -> Policy:
    return policies()[request.param]


def test_every_policy_is_complete(policy: Policy) -> None:
    assert load_policy(policy.name) == policy
    for language in ("es", "pt", "en"):
        assert len(policy.description[language]) > 40
        assert policy.description[language] in explain(policy, language)
    for label in LABELS:
        rule = policy.rule_for(label)
        assert rule.strategy == KEEP or rule.strategy in strategies()
    assert set(policy.rules) <= set(LABELS)


def test_policies_travel_to_other_processes(policy: Policy) -> None:
    assert pickle.loads(pickle.dumps(policy)) == policy


def test_the_patient_is_never_left_standing(policy: Policy) -> None:
    staff = {"STAFF_NAME", "LICENCE_ID", "EMPLOYEE_ID"}
    assert all(policy.acts_on(label, 0.9) for label in DIRECT - staff)


def test_everything_keeps_the_medicine_only() -> None:
    kept = {label for label in LABELS if load_policy("everything").rule_for(label).strategy == KEEP}
    assert kept == {"KINSHIP", "SEX"}


def test_safe_harbor_replaces_staff_and_keeps_years() -> None:
    policy = load_policy("safe-harbor")
    assert policy.acts_on("STAFF_NAME", 0.9)
    assert policy.rule_for("DATE").options == {"date": "year"}
    assert not policy.acts_on("PROFESSION", 0.9)


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    policy = load_policy(
        written(
            tmp_path,
            'base = "everything"\nmin_score = 0.6\n[rules]\nKINSHIP = "label"\n'
            'DATE = { strategy = "shift_dates", days = 30 }\n[thresholds]\nPLACE = 0.3\n',
        )
    )
    assert policy.name == "mine"
    assert policy.rule_for("KINSHIP").strategy == "label"
    assert policy.rule_for("SEX").strategy == KEEP
    assert policy.rule_for("DATE").options == {"days": 30}
    assert policy.acts_on("PLACE", 0.35)
    assert not policy.acts_on("STREET", 0.55)
    assert "PLACE 0.3" in explain(policy, "es")


def test_a_file_need_not_have_a_base(tmp_path: Path) -> None:
    policy = load_policy(written(tmp_path, 'name = "x"\n[default]\nstrategy = "mask"\nsign = "X"\n'))
    assert (policy.name, policy.rule_for("SEX").strategy, policy.rule_for("SEX").options) == ("x", "mask", {"sign": "X"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules]\nDATES = 'label'", "mine.toml: rules.DATES: no such label, did you mean DATE?"),
        ("[rules]\nFECHAS = 'label'", "mine.toml: rules.FECHAS: no such label; Velado calls it DATE"),
        ("[rules]\nXYZ = 'label'", "mine.toml: rules.XYZ: no such label; there are: PATIENT_NAME"),
        ("[rules]\nDATE = 'shift_date'", "mine.toml: rules.DATE.strategy: no strategy 'shift_date', did you mean shift_dates?"),
        ("[rules]\nDATE = 'zzz'", "mine.toml: rules.DATE.strategy: no strategy 'zzz'; there are: generalise, hash, keep"),
        ("[rules]\nDATE = 3", "mine.toml: rules.DATE: must be the name of a strategy or a table"),
        ("[rules]\nDATE = {days = 3}", "mine.toml: rules.DATE: must be the name of a strategy or a table"),
        (
            "[rules]\nDATE = {strategy = 'shift_dates', days = 'many'}",
            "mine.toml: rules.DATE.days: must be a whole number, not 'many'",
        ),
        ("[rules]\nDATE = {strategy = 'shift_dates', days = 0}", "mine.toml: rules.DATE.days: must be at least 1, not 0"),
        (
            "[rules]\nDATE = {strategy = 'shift_dates', day = 3}",
            "mine.toml: rules.DATE.day: shift_dates has no such option, did you mean days?",
        ),
        ("[rules]\nSEX = {strategy = 'keep', style = 'x'}", "mine.toml: rules.SEX.style: keep has no such option; it has none"),
        ("[default]\nstrategy = 'label'\nstyle = 'loud'", "mine.toml: default.style: must be one of bracket, tag"),
        ("rules = 3", "mine.toml: rules: must be a table"),
        ("rule = 3", "mine.toml: rule: no such key, did you mean rules?"),
        ("DATE = 'label'", "labels belong under [rules]"),
        ("min_score = 3", "mine.toml: min_score: must be a number from 0 to 1, not 3"),
        ("[thresholds]\nDATE = true", "mine.toml: thresholds.DATE: must be a number from 0 to 1, not True"),
        ("[thresholds]\nDAT = 0.5", "mine.toml: thresholds.DAT: no such label, did you mean DATE?"),
        ("base = 'evrything'", "mine.toml: base: no policy 'evrything', did you mean everything?"),
        ("name = 3", "mine.toml: name: must be a text"),
        ("[description]\nes = 3", "mine.toml: description.es: must be a text"),
        ("= 3", "mine.toml: not valid TOML: Invalid statement (at line 1, column 1)"),
    ],
)
def test_errors_name_the_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PolicyError) as error:
        load_policy(written(tmp_path, text))
    assert message in str(error.value)


def test_no_such_policy(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no such policy or file: reserch, did you mean research"):
        load_policy("reserch")
    with pytest.raises(PolicyError, match="no such policy or file"):
        load_policy(tmp_path / "nothing.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xf1'")
    with pytest.raises(PolicyError, match="not a UTF-8 text"):
        load_policy(tmp_path / "latin.toml")


def test_options_have_defaults() -> None:
    options = {"days": Option(182, "days", least=1)}
    assert settings(options, {}) == {"days": 182}
    with pytest.raises(ValueError, match="option days must be a whole number"):
        settings(options, {"days": True})
