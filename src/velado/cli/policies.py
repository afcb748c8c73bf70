"""`velado policies`: which policies there are, and what each does with every label."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from velado.cli import DONE
from velado.cli._options import policy_of
from velado.cli._terminal import locale_language, table
from velado.labels import LABELS

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class Policies:
    """Lists and explains the policies."""

    name: str = "policies"
    help: str = "list the policies, or say what one does with each label"

    def arguments(self, parser: ArgumentParser) -> None:
        """A policy to explain."""
        parser.add_argument("policy", nargs="?", metavar="NAME|FILE", help="the policy to explain")

    def run(self, options: Namespace) -> int:
        """Print the list or the explanation, in the user's language where it is told in it."""
        from velado.policies import policies

        if options.policy is None:
            for policy in policies().values():
                print(policy.name)
                print(f"  {policy.description.get(locale_language(policy.description), '')}")
            return DONE
        policy = policy_of(options.policy)
        print(policy.name)
        print(f"  {policy.description.get(locale_language(policy.description), '')}")
        rows = []
        for label in LABELS:
            rule = policy.rule_for(label)
            chosen = ", ".join(f"{name}={value}" for name, value in rule.options.items())
            rows.append((label, f"{rule.strategy} ({chosen})" if chosen else rule.strategy))
        print(table(rows, indent="  "))
        return DONE


COMMAND = Policies()
