"""The report of a session: what was done to which file, for people (HTML) and programs (JSON), with nothing of a patient in it."""

from __future__ import annotations

import platform
from collections import Counter
from datetime import UTC, datetime
from html import escape
from typing import Any

from velado import __version__
from velado.labels import LABELS, Label
from velado.web.desk import Desk
from velado.web.sessions import DONE, DeskFile, Session

__all__ = ["as_html", "file_names", "report_of"]

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
@media print { body { margin: 0; } }
"""


_WORDS = {
    "en": {
        "title": "What was taken out",
        "summary": "{files} files with {documents} texts, {withheld} withheld, {reviewed} reviewed by a person; {left} doubtful findings "
        "were left as they were. Made {made} with Velado {velado} on Python {python}.",
        "promise": "Every file listed as verified was opened again after it was written, and nothing that was replaced was in it. "
        "No tool finds everything: read the files before they leave your hands.",
        "settings": "Settings",
        "rules": "Rules for all files: {everywhere} “everywhere”, {never} “never”.",
        "types": "Per type",
        "files": "Per file",
        "type_head": "Label|Meaning|Replaced",
        "file_head": "File|Format|Replaced|What became of it|Reviewed|Changes|Digest",
        "columns": "Columns of {file} ({rows} rows)",
        "column_head": "Column|Looks like|What was done|Replaced|Emptied|Kept",
        "listed": "searched with the list of patients",
        "changes": "{added} added, {removed} removed, {relabelled} renamed, {edits} free edits",
        "verified": "verified",
        "withheld_because": "withheld: {reason}",
        "unwritten": "not written yet as it was reviewed",
        "cancelled": "cancelled",
        "queued": "waiting",
        "reading": "being read",
        "yes": "yes",
        "no": "no",
    },
    "es": {
        "title": "Lo que se ha quitado",
        "summary": "{files} archivos con {documents} textos, {withheld} retenidos, {reviewed} revisados por una persona; {left} hallazgos "
        "dudosos se dejaron como estaban. Hecho el {made} con Velado {velado} en Python {python}.",
        "promise": "Cada archivo verificado se volvió a abrir después de escribirlo, y nada de lo sustituido estaba en él. "
        "Ninguna herramienta lo encuentra todo: lea los archivos antes de entregarlos.",
        "settings": "Ajustes",
        "rules": "Reglas para todos los archivos: {everywhere} «en todas partes», {never} «nunca».",
        "types": "Por tipo",
        "files": "Por archivo",
        "type_head": "Etiqueta|Significado|Sustituidos",
        "file_head": "Archivo|Formato|Sustituidos|Qué ha sido de él|Revisado|Cambios|Huella",
        "columns": "Columnas de {file} ({rows} filas)",
        "column_head": "Columna|Parece|Qué se ha hecho|Sustituidas|Vaciadas|Conservadas",
        "listed": "buscado con la lista de pacientes",
        "changes": "{added} añadidos, {removed} quitados, {relabelled} cambiados de tipo, {edits} ediciones libres",
        "verified": "verificado",
        "withheld_because": "retenido: {reason}",
        "unwritten": "aún no escrito tal como se revisó",
        "cancelled": "cancelado",
        "queued": "en espera",
        "reading": "leyéndose",
        "yes": "sí",
        "no": "no",
    },
    "pt": {
        "title": "O que foi retirado",
        "summary": "{files} ficheiros com {documents} textos, {withheld} retidos, {reviewed} revistos por uma pessoa; {left} achados "
        "duvidosos ficaram como estavam. Feito em {made} com Velado {velado} em Python {python}.",
        "promise": "Cada ficheiro verificado foi aberto de novo depois de escrito, e nada do que foi substituído estava nele. "
        "Nenhuma ferramenta encontra tudo: leia os ficheiros antes de os entregar.",
        "settings": "Definições",
        "rules": "Regras para todos os ficheiros: {everywhere} «em todo o lado», {never} «nunca».",
        "types": "Por tipo",
        "files": "Por ficheiro",
        "type_head": "Etiqueta|Significado|Substituídos",
        "file_head": "Ficheiro|Formato|Substituídos|O que foi feito dele|Revisto|Alterações|Impressão digital",
        "columns": "Colunas de {file} ({rows} linhas)",
        "column_head": "Coluna|Parece|O que se fez|Substituídas|Esvaziadas|Mantidas",
        "listed": "pesquisado com a lista de pacientes",
        "changes": "{added} acrescentados, {removed} retirados, {relabelled} mudados de tipo, {edits} edições livres",
        "verified": "verificado",
        "withheld_because": "retido: {reason}",
        "unwritten": "ainda não escrito como foi revisto",
        "cancelled": "cancelado",
        "queued": "à espera",
        "reading": "a ser lido",
        "yes": "sim",
        "no": "não",
    },
}


def file_names(session: Session) -> dict[str, str]:
    """The name of each file that comes out: a number, unless the names they came with shall be kept."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    width = max(3, len(str(len(session.files))))
    for number, file in enumerate(session.files.values(), 1):
        name = f"document-{number:0{width}}{file.source.suffix}"
        if session.keep_names:
            name = file.name
            while name.lower() in taken:  # some file systems take capitals for the same
                stem, dot, suffix = file.name.rpartition(".")
                name = f"{stem or suffix}-{number}{dot}{suffix if stem else ''}" if name == file.name else f"{number}-{name}"
        taken.add(name.lower())
        names[file.id] = name
    return names


def _entry(file: DeskFile, name: str, keyed: bool) -> dict[str, Any]:
    outcome = file.outcome
    changed = file.changed()
    verified = file.state == DONE and file.is_written
    return {
        "file": name,
        "id": file.id,
        "format": outcome.format if outcome else None,
        "state": file.state,
        "reason": file.reason or file.unwritten,
        "documents": outcome.documents if outcome else 0,
        "withheld": outcome.withheld if outcome else 0,
        "problems": list(outcome.problems) if outcome else [],
        "language": outcome.language if outcome else None,
        "counts": dict(sorted(file.counts().items())),
        "cleaned": list(file.cleaned),
        "rows": outcome.rows if outcome else 0,
        "columns": [dict(column) for column in file.columns],
        "patient_list": bool(file.patients),
        "verified": verified,
        "review": {
            "reviewed": file.reviewed,
            "reviewer": file.reviewer,
            "documents_changed": len(changed),
            "spans_added": sum(summary.added for summary in changed.values()),
            "spans_removed": sum(summary.removed for summary in changed.values()),
            "spans_relabelled": sum(summary.relabelled for summary in changed.values()),
            "free_edits": sum(summary.edits for summary in changed.values()),
            "replaced_strings_in_edits": sum(summary.standing for summary in changed.values()),
            "doubtful_left": file.doubtful(),
        },
        "settings": {
            "policy": file.choice.policy,
            "replace": file.choice.replace,
            "style": file.choice.style,
            "language": file.choice.language,
            "recognisers": file.choice.recognisers,
            # Where a model of one's own lies is nobody's business.
            "model": file.choice.model.replace("\\", "/").rstrip("/").rpartition("/")[2],
            "threshold": file.choice.threshold,
        },
        # Without a key of the user's own, the session's is forgotten with it: nobody could compare anything.
        "input_hmac": outcome.input_hmac if outcome and keyed else None,
        "output_sha256": file.output_sha256 if verified else None,
    }


def report_of(desk: Desk, session: Session) -> dict[str, Any]:
    """Make the whole report. Files go by a number and a random id, for their names may name people.

    There is no unkeyed digest of an original: whoever has the safe note could try birth dates until one fits.
    """
    with session.lock:
        names = file_names(session)
        entries = [_entry(file, names[file.id], bool(desk.config.key)) for file in session.files.values()]
        rules = Counter(rule.kind for rule in session.rules)
    counts: Counter[str] = Counter()
    for entry in entries:
        if entry["state"] == DONE:
            counts.update(entry["counts"])
    return {
        "velado": __version__,
        "python": platform.python_version(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "keyed": bool(desk.config.key),
        "files": len(entries),
        "documents": sum(entry["documents"] for entry in entries),
        "withheld": sum(not entry["verified"] for entry in entries),
        "reviewed": sum(entry["review"]["reviewed"] for entry in entries),
        "rules": {"everywhere": rules["everywhere"], "never": rules["never"]},
        "counts": dict(sorted(counts.items())),
        "entries": entries,
    }


def _table(head: str, rows: list[list[Any]]) -> str:
    cells = "".join(f"<th scope=col>{escape(name)}</th>" for name in head.split("|"))
    lines = []
    for row in rows:
        shown = "".join(
            f"<td class=number>{value}</td>" if isinstance(value, int) else f"<td>{escape(str(value))}</td>" for value in row
        )
        lines.append(f"<tr>{shown}</tr>")
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _meaning(label: Label | None, language: str) -> str:
    if label is None:
        return ""
    return {"es": label.spanish, "pt": label.portuguese}.get(language, label.english).replace("_", " ").lower()


def _row(entry: dict[str, Any], words: dict[str, str]) -> list[Any]:
    review = entry["review"]
    if entry["verified"]:
        said = words["verified"]
    elif entry["reason"]:
        said = words["withheld_because"].format(reason=entry["reason"])
    else:
        said = words["unwritten"] if entry["state"] == DONE else words.get(entry["state"], entry["state"])
    changes = words["changes"].format(
        added=review["spans_added"], removed=review["spans_removed"], relabelled=review["spans_relabelled"], edits=review["free_edits"]
    )
    return [
        entry["file"],
        entry["format"] or "",
        sum(entry["counts"].values()),
        "; ".join([said, *([words["listed"]] if entry["patient_list"] else []), *entry["problems"], *entry["cleaned"]]),
        words["yes" if review["reviewed"] else "no"] + (f" ({review['reviewer']})" if review["reviewer"] else ""),
        changes,
        (entry["output_sha256"] or "")[:16],
    ]


def _columns(entry: dict[str, Any], words: dict[str, str]) -> str:
    """What became of each column of a table; in English, as reasons are."""
    if not entry["columns"]:
        return ""
    names = ("column", "role", "action", "replaced", "emptied", "kept")
    rows = [[column.get(name, "") for name in names] for column in entry["columns"]]
    title = words["columns"].format(file=entry["file"], rows=entry["rows"])
    return f"<h3>{escape(title)}</h3>{_table(words['column_head'], rows)}"


def as_html(report: dict[str, Any], language: str = "en") -> str:
    """The report for a person: one page that needs nothing else. Reasons are told in English."""
    words = _WORDS.get(language, _WORDS["en"])
    counts = [[label, _meaning(LABELS.get(label), language), count] for label, count in report["counts"].items()]
    files = [_row(entry, words) for entry in report["entries"]]
    told: dict[str, None] = {}
    for entry in report["entries"]:
        told.setdefault(", ".join(f"{name}: {value}" for name, value in entry["settings"].items() if value is not None))
    settings = "".join(f"<li>{escape(line)}</li>" for line in told)
    left = sum(entry["review"]["doubtful_left"] for entry in report["entries"])
    summary = words["summary"].format(left=left, **{name: report[name] for name in report if name not in ("entries", "counts", "rules")})
    return (
        f"<!doctype html><html lang={language if language in _WORDS else 'en'}><meta charset=utf-8>"
        f"<meta name=viewport content='width=device-width'><title>Velado: {escape(words['title'])}</title><style>{_STYLE}</style>"
        f"<h1>{escape(words['title'])}</h1><p>{escape(summary)}</p><p>{escape(words['promise'])}</p>"
        f"<h2>{words['settings']}</h2><ul>{settings}</ul><p>{escape(words['rules'].format(**report['rules']))}</p>"
        f"<h2>{words['types']}</h2>{_table(words['type_head'], counts)}<h2>{words['files']}</h2>{_table(words['file_head'], files)}"
        + "".join(_columns(entry, words) for entry in report["entries"])
    )
