"""Runs in the peers' environment, without Velado: notes as JSON lines in, stella's findings as JSON lines out.

Settings: its bundled pipeline for the note's language, as its documentation uses it; amounts of money, which identify
nobody and in clinical notes are measurements, are told to stay.
"""

from __future__ import annotations

import json
import sys

LANGUAGES = {"es": "es", "pt": "pt-br", "en": "en"}
KEPT = {"monetary amount"}


def main() -> None:
    """One answer a line: [[start, end, label, score], …]."""
    import stella_anonymize  # type: ignore[import-not-found,unused-ignore]

    pipelines: dict[str, object] = {}
    for line in sys.stdin:
        note = json.loads(line)
        language = LANGUAGES.get(note["language"], "es")
        if language not in pipelines:
            pipelines[language] = stella_anonymize.create_pipeline(language=language, warmup="lazy-regex")
        found = pipelines[language].redact_text(note["text"]).resolved_entities  # type: ignore[attr-defined]
        print(json.dumps([[one.start, one.end, one.label, one.score] for one in found if one.label not in KEPT]), flush=True)


if __name__ == "__main__":
    main()
