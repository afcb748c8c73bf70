"""Web pages, good and bad ones."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import Steps

from velado.cli.main import main
from velado.document import Result
from velado.formats import Handled, UnreadableError
from velado.formats._html import HtmlReader
from velado.formats._markup import Tokeniser, html_escaped, html_unescaped
from velado.formats._weave import woven
from velado.formats.html import FORMAT as STYLE

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="author" content="Nélida Ugarte">
<title>Informe de la Sra. N&eacute;lida Ugarte</title><base href="https://ugarte.example/"><link rel=stylesheet href="https://x.example/ugarte">
<style>/* Ugarte */ p {color: red}</style><style>p {background: url(https://x.example/ugarte)}</style><script>var a = "Ugarte </p>";</script></head>
<body onload="f('Ugarte')" class="informe"><!-- Nélida Ugarte --><p id="Nelida_Ugarte" data-p="Ugarte">Paciente: <b>Né</b>lida
 <i>Ug&#97;rte</i>&nbsp;Salcedo, de 56 años.</p><table border=1><tr><td>Nombre</td><td title='Sra. Nélida Ugarte'>N&eacutelida Ugarte Salcedo</td></tr></table>
<a href="mailto:nelida.ugarte@example.org">correo</a> <a href="#Nelida_Ugarte">arriba</a> <a href="https://www.who.example/guia?p=Ugarte">guía</a>
<img src="fotos/ugarte.jpg" alt=Nélida width=100> 5 < 6 &amp; 7 &gt; 3 <iframe srcdoc="Ugarte">Ugarte</iframe><svg><image xlink:href="ugarte.png"/></svg>
<details open="Ugarte" class="p7712093"><input type=hidden width="Nélida Ugarte" value="Sra. Nélida Ugarte"><textarea>Vive en Zamora.</textarea><p>Toma metformina 850 mg.<br>Sin fiebre.
"""


def test_no_corner_keeps_a_name(tmp_path: Path, carried: Carried) -> None:
    (tmp_path / "in.html").write_text(PAGE, "utf-8")
    target, notes, handled = carried(tmp_path / "in.html")
    page = target.read_text("utf-8")
    assert not [name for name in ("lida", "Ugarte", "ugarte", "Salcedo", "Zamora", "script", "iframe", "onload", "url(", "7712093") if name in unescape(page)]
    assert "Paciente: Nélida Ugarte\u00a0Salcedo, de 56 años." in handled[0][0].text
    assert "Nombre\tNélida Ugarte Salcedo" in handled[0][0].text
    assert "<table border=1><tr><td>Nombre</td><td title='Sra. [PACIENTE]'>[PACIENTE]</td></tr></table>" in page
    assert '<p id="mark1">Paciente: <b>[PACIENTE]</b>' in page
    assert '<a href="#mark1">arriba</a>' in page
    assert "5 < 6 &amp; 7 &gt; 3" in page
    assert "<p>Toma metformina 850 mg.<br>Sin fiebre.\n" in page
    assert {"scripts removed: 1", "comments removed: 1"} <= set(notes)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", ""), ("utf-8-sig", ""), ("utf-16", ""), ("cp1252", '<meta charset="iso-8859-1">'), ("cp1252", ""), ("utf-8", "<meta charset=cp1252x>")],
)
def test_without_people_the_bytes_stay(tmp_path: Path, encoding: str, declared: str) -> None:
    page = f"<html><head>{declared}</head><body><p class=a>Señora, 45 años &ndash; <b>sin</b> fiebre</p>\r\n</body></html>"
    source, target = tmp_path / "in.htm", tmp_path / "out.htm"
    source.write_bytes(page.encode(encoding))
    handled = [(document, Result("", document.text)) for document in FORMAT.read(source)]
    assert "Señora, 45 años – sin fiebre" in handled[0][0].text
    FORMAT.write(target, source, handled)
    assert target.read_bytes() == source.read_bytes()


@pytest.mark.parametrize(
    "page",
    [
        "<p>Sra. Nélida Ugarte",
        "<p title=\"Sra. Nélida Ugarte>x</p>",
        "<p title='Sra. Nélida Ugarte",
        "<!-- Sra. Nélida Ugarte",
        "<script>Sra. Nélida Ugarte",
        "<title>Sra. Nélida Ugarte",
        "<textarea><b>Sra. Nélida Ugarte</b>",
        "<div <b>Sra. Nélida Ugarte</b>",
        "<a b='1'c='Sra. Nélida Ugarte'>x</a>",
        "<p =x \"Sra. Nélida Ugarte\">x",
        "<b>x</b><![CDATA[Sra. Nélida Ugarte]]>",
        "<b>x</b><?php Sra. Nélida Ugarte ?>",
        "<b>x</b></3 Sra. Nélida Ugarte>",
        "<b>x</b></b Sra. Nélida Ugarte>",
        "<noscript>Sra. Nélida Ugarte</noscript>",
        "<template><p>Sra. Nélida Ugarte</p></template>",
        "<object>Sra. Nélida Ugarte",
        "<plaintext>Sra. Nélida Ugarte</plaintext>",
        "<xmp>Sra. Nélida Ugarte</xmp>",
        "<p>Sra. N&#xE9;lida&#32;Ug&shy;arte",
    ],
)
def test_bad_pages_keep_nothing_either(tmp_path: Path, carried: Carried, page: str) -> None:
    (tmp_path / "in.html").write_text(page, "utf-8")
    target, _, _ = carried(tmp_path / "in.html")
    assert "garte" not in unescape(target.read_text("utf-8")).replace("\u00ad", "")


@given(st.text(st.sampled_from("<>!-/'\"=& ab&amp;ñ[]?\n"), max_size=60))
def test_any_page_is_taken_apart_without_gaps(page: str) -> None:
    found = list(Tokeniser(page).tokens())
    assert "".join(page[token.start : token.end] for token in found) == page
    HtmlReader("", page).read()


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30))
def test_any_text_is_escaped_and_read_again(text: str) -> None:
    said, offsets = html_unescaped(html_escaped(text))
    assert said == text
    assert offsets is None or len(offsets) == len(said) + 1


@pytest.mark.parametrize("name", ["&eacute;", "&eacute", "&eacutea", "&nosuch;", "&#233;", "&#xe9", "&#128;", "&", "&&amp;", "&notit;", "&copy2"])
def test_references_are_read_as_browsers_read_them(name: str) -> None:
    class Reader(HTMLParser):
        said = ""

        def handle_data(self, data: str) -> None:
            self.said += data

    reader = Reader()
    reader.feed(f"<p>{name} x")
    reader.close()
    assert woven(HtmlReader("", f"<p>{name} x").read().streams).text == reader.said


def test_a_file_without_tags_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("Paciente: Nélida < 5")
    with pytest.raises(UnreadableError, match="no tag"):
        list(FORMAT.read(tmp_path / "a.html"))
    (tmp_path / "a.html").write_bytes(b"PK\x03\x04")
    with pytest.raises(UnreadableError):
        list(FORMAT.read(tmp_path / "a.html"))


def test_the_command_takes_pages(tmp_path: Path) -> None:
    (tmp_path / "in.html").write_text(PAGE, "utf-8")
    assert main(["run", str(tmp_path / "in.html"), "--out", str(tmp_path / "o"), "--forms-only", "--jobs", "1"]) == 0
    assert "Ugarte" not in (tmp_path / "o" / "in.html").read_text("utf-8")
