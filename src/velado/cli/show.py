"""`velado show`: a note on the terminal with what was found in colour."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from velado.cli import DONE, WITHHELD, WrongCallError
from velado.cli._options import add_common, settings_of
from velado.cli._sources import STANDARD
from velado.cli._terminal import colours, say, shown
from velado.document import Document, Span
from velado.labels import LABELS, NAMES

__all__ = ["COMMAND"]

# Black on a light ground, the same on dark and light terminals; related labels share a colour, people do not.
_PEOPLE = {"PATIENT_NAME": 210, "RELATIVE_NAME": 216, "STAFF_NAME": 180}
_NAMES, _NUMBERS, _PLACES, _TIMES, _CONTACTS, _OTHERS = 217, 222, 151, 117, 183, 252
_END = "\x1b[0m"


def _colour(label: str) -> int:
    if label in NAMES:
        return _PEOPLE.get(label, _NAMES)
    if label.endswith("_ID"):
        return _NUMBERS
    if label in ("STREET", "PLACE", "COUNTRY", "HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"):
        return _PLACES
    if label in ("DATE", "AGE"):
        return _TIMES
    return _CONTACTS if label in ("PHONE", "FAX", "EMAIL", "URL", "IP_ADDRESS") else _OTHERS


def _painted(text: str, label: str) -> str:
    return f"\x1b[30;48;5;{_colour(label)}m{text}{_END}"


def _printable(text: str) -> str:
    """A note may hold anything; only its line ends and tabs reach the terminal as they are."""
    return "\n".join("\t".join(shown(cell) for cell in line.removesuffix("\r").split("\t")) for line in text.split("\n"))


@dataclass(frozen=True)
class Show:
    """Shows what would be found."""

    name: str = "show"
    help: str = "show a note with what was found in it"

    def arguments(self, parser: ArgumentParser) -> None:
        """What it takes."""
        parser.add_argument("file", metavar="FILE", help="a note, or - for standard input")
        parser.add_argument("--why", action="store_true", help="also print what each stage of recognition found, and why")
        add_common(parser)

    def run(self, options: Namespace) -> int:
        """Print the note and a legend."""
        from velado.cli._known import Known, read_known
        from velado.cli._work import UNKNOWN, in_words
        from velado.formats import UnreadableError, format_for
        from velado.formats.source import source_of
        from velado.formats.text import decode

        settings = settings_of(options)
        known = read_known(options.known) if options.known else Known()
        path = Path(options.file)
        if options.file != STANDARD and not path.is_file():
            raise WrongCallError(f"{shown(path)}: there is no such file")
        try:
            if options.file == STANDARD:
                documents: Iterable[Document] = [Document(decode(sys.stdin.buffer.read()).text)]
            else:
                style = format_for(path)
                if style is None:
                    raise UnreadableError(UNKNOWN)
                documents = style.read(source_of(path))
            pipeline = settings.pipeline()
            found: Counter[str] = Counter()
            for document in documents:
                result = pipeline.deidentify(known.attach(document, Path(path.name)))
                if result.withheld:
                    raise UnreadableError("; ".join(result.problems))
                found.update(span.label for span in result.spans)
                print(_marked(document.text, result.spans))
                if options.why:
                    print("", *map(shown, pipeline.explain(known.attach(document, Path(path.name)))), sep="\n")
        except BrokenPipeError:
            raise  # nobody reads on: that is no fault of the note
        except Exception as error:
            say(f"{shown(options.file)}: withheld: {in_words(error)}")
            return WITHHELD
        print(_legend(found))
        return DONE


def _marked(text: str, spans: Sequence[Span]) -> str:
    colourful = colours(sys.stdout)
    pieces: list[str] = []
    position = 0
    for span in spans:
        pieces.append(_printable(text[position : span.start]))
        inner = _printable(span.text(text))
        if colourful:  # a colour that runs over a line end would fill the rest of the line
            pieces.append("\n".join(_painted(line, span.label) for line in inner.split("\n")))
        else:
            pieces.append(f"⟦{span.label}:{inner}⟧")
        position = span.end
    pieces.append(_printable(text[position:]))
    return "".join(pieces).rstrip("\n")


def _legend(found: Counter[str]) -> str:
    if not found:
        return "\nnothing was found"
    colourful = colours(sys.stdout)
    lines = [
        f"{found[label]:5} {_painted(f' {label} ', label) if colourful else label}" for label in LABELS if label in found
    ]
    return "\n".join(["", *lines])


COMMAND = Show()
