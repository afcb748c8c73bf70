"""Clinical documents (HL7 CDA) and other XML: by their structure, and without a name in any corner."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import Steps

from velado import Pipeline
from velado.cli.main import main
from velado.document import Result
from velado.formats import Handled, UnreadableError, format_for
from velado.formats._cda_tree import parse_tree
from velado.formats._xml import escaped
from velado.formats.cda import FORMAT as STYLE

FORMAT = Steps(STYLE)

Carried = Callable[[Path], tuple[Path, list[str], list[Handled]]]
HL7 = "{urn:hl7-org:v3}"
NARRATIVE = """<text><paragraph ID="Ugarte1">La Sra. <content styleCode="Bold">Nélida Ug</content>arte acude el 5 de marzo de 2024.</paragraph>
<table><thead><tr><th>Prueba</th><th>Valor</th></tr></thead><tbody><tr><td>Nombre</td><td>Nélida Ugarte Salcedo</td></tr>
<tr><td>Glucosa</td><td>112 mg/dL</td></tr></tbody></table><list><item>Metformina 850 mg.</item><item>Nélida vive en Zamora.</item></list>
<paragraph>Valorada por
      la Dra. Quiroga. NHC 4456781. Llamar a Hilario Bermejo.</paragraph></text>"""
BODY = f"""<structuredBody><component><section><code code="10164-2" codeSystem="2.16.840.1.113883.6.1" displayName="Historia clínica"/>
<title>Evolución</title>{NARRATIVE}<entry><observation classCode="OBS" moodCode="EVN"><id root="0f8fad5b-d9cb-469f-a165-70867728950e"/>
<code code="2345-7" codeSystem="2.16.840.1.113883.6.1"><originalText><reference value="#Ugarte1"/></originalText></code>
<effectiveTime><low value="20240305"/><high value="20240306"/></effectiveTime><value xsi:type="PQ" value="112.0" unit="mg/dL"/>
<participant typeCode="CSM"><participantRole classCode="MANU"><playingEntity><name>Penicilina</name></playingEntity></participantRole></participant>
</observation></entry></section></component></structuredBody>"""
HEADER = """<realmCode code="ES"/><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
<templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/><id root="2.16.724.4.99.1" extension="INF-778123"/>
<effectiveTime value="20240305103000+0100"/><confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/><languageCode code="es-ES"/>
<setId root="2.16.724.4.99.1" extension="INF-778123"/>
<recordTarget><patientRole><id root="2.16.724.4.99.2" extension="4456781" assigningAuthorityName="Hospital de Zamora"/>
<addr use="HP"><streetAddressLine>Calle del Olmo 14</streetAddressLine><city>Zamora</city><postalCode>49003</postalCode><country>ES</country></addr>
<telecom use="HP" value="tel:+34612345678"/><telecom value="mailto:nelida@example.org"/>
<patient><name><family>Ugarte</family><family>Salcedo</family><given>Nélida</given><prefix>Sra.</prefix></name>
<administrativeGenderCode code="F" codeSystem="2.16.840.1.113883.5.1" displayName="Femenino"/><birthTime value="19610403"/>
<guardian><guardianPerson><name><given>Hilario</given> <family>Bermejo</family></name></guardianPerson></guardian></patient>
<providerOrganization><id root="2.16.724.4.99"/><name>Clínica Almudévar</name></providerOrganization></patientRole></recordTarget>
<author><time value="202403051030"/><assignedAuthor><id root="2.16.840.1.113883.4.6" extension="282811223"/><telecom value="tel:980555444"/>
<assignedPerson><name><prefix>Dra.</prefix><given>Berta</given><family>Quiroga</family></name></assignedPerson></assignedAuthor></author>
<componentOf><encompassingEncounter><id root="2.16.724.4.99.5" extension="EP-99001"/><effectiveTime nullFlavor="UNK"/></encompassingEncounter></componentOf>"""
NAMES = (
    "Nélida", "Ugarte", "Salcedo", "Hilario", "Bermejo", "Berta", "Quiroga", "4456781", "612345678", "980555444", "nelida", "Olmo",
    "Zamora", "49003", "19610403", "20240305", "202403051030", "5 de marzo", "INF-778123", "282811223", "EP-99001", "Almudévar",
    "2.16.724", "0f8fad5b", "Garrido",
)  # fmt: skip


def cda(body: str = BODY, header: str = HEADER, aside: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>\n{aside}<ClinicalDocument '
        'xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:hl7-org:v3 CDA.xsd">'
        f"{header}<component>{body}</component></ClinicalDocument>\n"
    )


def saved(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def test_no_corner_keeps_a_name(tmp_path: Path, carried: Carried) -> None:
    source = saved(tmp_path / "in.xml", cda(aside="<!-- visto por Garrido -->"))
    target, notes, handled = carried(source)
    text = target.read_text()
    assert not [name for name in NAMES if name in text]
    assert "comments and instructions removed: 1" in notes
    for kept in (
        "Metformina 850 mg.", "112 mg/dL", 'value="112.0" unit="mg/dL"', "<name>Penicilina</name>", 'code="10164-2"', '<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>',
        'displayName="Historia clínica"', '<templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/>', "<prefix>Dra.</prefix>",
        '<administrativeGenderCode code="F"', 'root="2.16.840.1.113883.4.6"', "<realmCode code=\"ES\"/>",
    ):  # fmt: skip
        assert kept in text, kept
    assert '<content styleCode="Bold">[PACIENTE]</content> acude el [FECHA].' in text
    assert "<family>[PACIENTE]</family><family>[PACIENTE]</family><given>[PACIENTE]</given>" in text
    assert "<given>[FAMILIAR]</given> <family>[FAMILIAR]</family>" in text
    assert "la Dra. [PROFESIONAL]. NHC [ID_PACIENTE]." in text
    assert '<birthTime nullFlavor="MSK"/>' in text
    assert '<telecom use="HP" nullFlavor="MSK"/>' in text
    assert '<effectiveTime nullFlavor="UNK"/>' in text
    assert '<paragraph ID="mark1">' in text
    assert '<reference value="#mark1"/>' in text
    subject = handled[0][0].subject
    assert subject is not None
    assert subject.names == ("Nélida Ugarte Salcedo",)
    assert str(subject.birth_date) == "1961-04-03"
    assert {"4456781", "INF-778123", "EP-99001"} <= set(subject.numbers)


def test_a_document_in_an_envelope_is_read_as_one(tmp_path: Path, carried: Carried) -> None:
    document = cda().partition("?>\n")[2].partition("?>\n")[2]
    target, _, _ = carried(saved(tmp_path / "in.xml", f'<Sobre xmlns="urn:ejemplo" remitente="Dra. Berta Quiroga">{document}</Sobre>'))
    text = target.read_text()
    assert not [name for name in NAMES if name in text]
    assert '<birthTime nullFlavor="MSK"/>' in text


def test_what_was_the_same_stays_the_same(tmp_path: Path, carried: Carried) -> None:
    target, _, _ = carried(saved(tmp_path / "in.xml", cda()))
    root = ElementTree.parse(target).getroot()
    first, second = root.find(f"{HL7}id"), root.find(f"{HL7}setId")
    assert first is not None
    assert second is not None
    assert first.attrib == second.attrib
    assert re.fullmatch(r"2\.25\.\d+", first.attrib["root"])


def test_shifted_dates_stay_valid_and_surrogates_agree(tmp_path: Path) -> None:
    source, target = saved(tmp_path / "in.xml", cda()), tmp_path / "out.xml"
    engine = Pipeline("research", model=False, key=b"8Kd2vXq7LmZr4TgN1wYs")
    handled = [(document, engine.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    text = target.read_text()
    low, high = (re.search(rf'<{name} value="(\d{{8}})"/>', text) for name in ("low", "high"))
    assert low
    assert high
    assert int(low[1]) != 20240305
    written = re.search(r'<effectiveTime value="(\d{8})103000\+0100"/>', text)
    assert written
    assert written[1] == low[1]
    doctor = re.search(r"<given>(\w+)</given><family>(\w+)</family></name></assignedPerson>", text)
    assert doctor
    assert f"la Dra. {doctor[2]}." in text


def test_without_people_every_byte_stays(tmp_path: Path, carried: Carried) -> None:
    body = "<structuredBody><component><section><title>Plan</title><text>Toma metformina 850 mg &amp; agua &#x3c; 1 L.<br/>\r\n <list><item/></list></text>"
    source = saved(tmp_path / "in.xml", cda(f"{body}</section></component></structuredBody>", '<languageCode code="es-ES"/>'))
    target, notes, _ = carried(source)
    assert target.read_bytes() == source.read_bytes()
    assert not notes


DRAWN = re.compile(r'(?<= root=")2\.25\.\d+(?=")|(?<= extension=")v[0-9a-f]{24}(?=")')
PORTUGUESE = (
    """<languageCode code="pt-PT"/><recordTarget><patientRole><id root="1.2.3.4" extension="998877"/><addr>Rua das Flores 12, Lisboa</addr>
<telecom value="912 345 678"/><patient><name>Maria João Ferreira da Costa</name><birthTime value="1961-04-03"/><maritalStatusCode code="M"
 codeSystem="2.16.840.1.113883.5.2" displayName="Casada"/><birthplace><place><name>Coimbra</name></place></birthplace></patient></patientRole>
</recordTarget><participant typeCode="IND"><associatedEntity classCode="NOK"><associatedPerson><name><given>Rui</given><family>Tavares</family></name>
</associatedPerson></associatedEntity></participant><legalAuthenticator><time value="20240305"/><assignedEntity><assignedPerson><name><given>Li</given>
<family>Wu</family></name></assignedPerson><representedOrganization><name>Hospital São Brás</name></representedOrganization></assignedEntity>
</legalAuthenticator><relatedDocument typeCode="RPLC"><parentDocument><id root="1.2.3" extension="DOC99886"/></parentDocument></relatedDocument>""",
    """<structuredBody><component><section><text>A utente Maria João foi observada por Li Wu. Rui Tavares acompanha. Doc DOC99886. Nasceu a 3/4/1961.
<linkHtml href="http://clinica.example/maria">ver</linkHtml></text><entry><act><value xsi:type="ST">Paciente Maria João estável</value>
<value xsi:type="INT" value="99887712345"/><value xsi:type="TS" value="2024"/><value xsi:type="BL" value="true"/></act></entry></section></component>
</structuredBody>""",
)


@pytest.mark.parametrize("strategy", ["label", "remove", "mask", "hash", "surrogate"])
def test_every_strategy_gives_values_that_fit_their_places(tmp_path: Path, strategy: str) -> None:
    header, body = PORTUGUESE
    source, target = saved(tmp_path / "in.xml", cda(body, header)), tmp_path / "out.xml"
    engine = Pipeline(model=False, replace=strategy, key=b"8Kd2vXq7LmZr4TgN1wYs")
    handled = [(document, engine.deidentify(document)) for document in FORMAT.read(source)]
    FORMAT.write(target, source, iter(handled))
    assert not FORMAT.verify(target, handled)
    text = target.read_text()
    words = ("Maria", "João", "Ferreira", "Rui ", "Tavares", "Wu", "Flores", "912", "1961-04-03", "3/4/1961", "Casada", "Coimbra", "Brás", "9988", "/maria")
    settled = DRAWN.sub("", text)  # what is drawn anew in every process may hold any three digits
    assert not [word for word in words if word in settled]
    for element in ElementTree.fromstring(text).iter():
        value = element.get("value", "0")
        if element.tag.endswith(("Time", "time")) or element.get("{http://www.w3.org/2001/XMLSchema-instance}type") in ("TS", "INT"):
            assert value.isdigit()
    assert '<value xsi:type="BL" value="true"/>' in text
    assert ">ver</linkHtml>" in text


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-16"])
def test_other_encodings_stay(tmp_path: Path, carried: Carried, encoding: str) -> None:
    source = tmp_path / "in.xml"
    source.write_bytes(cda().replace("UTF-8", encoding).encode(encoding))
    target, _, _ = carried(source)
    text = target.read_bytes().decode(encoding)
    assert "Evolución" in text
    assert not [name for name in NAMES if name in text]


def test_a_document_inside_is_handled_by_its_own_format(tmp_path: Path, carried: Carried) -> None:
    inner = base64.encodebytes("Paciente: Nélida Ugarte Salcedo. Acude por tos. Vive con Nélida.".encode()).decode()
    body = f'<nonXMLBody><text mediaType="text/plain" representation="B64">{inner}</text></nonXMLBody>'
    target, _, handled = carried(saved(tmp_path / "in.xml", cda(body)))
    assert len(handled) == 2
    packed = next(ElementTree.parse(target).getroot().iter(f"{HL7}text")).text
    assert packed is not None
    note = base64.b64decode(packed).decode()
    assert note.startswith("Paciente: [PACIENTE]. Acude por tos.")
    assert "Nélida" not in note


def test_a_document_inside_that_nobody_can_read_withholds_the_file(tmp_path: Path) -> None:
    body = '<nonXMLBody><text mediaType="application/msword-x" representation="B64">QUJD</text></nonXMLBody>'
    with pytest.raises(UnreadableError, match="that it carries"):
        list(FORMAT.read(saved(tmp_path / "in.xml", cda(body))))


def test_a_picture_that_nobody_can_read_is_left_out(tmp_path: Path, carried: Carried) -> None:
    media = '<observationMedia ID="m"><value mediaType="image/gif" representation="B64">R0lGODdhVWdhcnRl</value></observationMedia>'
    target, notes, _ = carried(saved(tmp_path / "in.xml", cda(BODY.replace("<entry>", f"<entry>{media}</entry><entry>", 1))))
    assert 'mediaType="image/gif" representation="B64"></value>' in target.read_text()
    assert any("left out" in note for note in notes)


def test_base64_that_does_not_say_so_is_opened_too(tmp_path: Path, carried: Carried) -> None:
    note = base64.b64encode(("Paciente: Nélida Ugarte Salcedo. " + "Acude por tos y fiebre. " * 8).encode()).decode()
    target, _, _ = carried(saved(tmp_path / "in.xml", cda(BODY.replace('<value xsi:type="PQ"', f'<value xsi:type="ED">{note}</value><value xsi:type="PQ"'))))
    packed = next(ElementTree.parse(target).getroot().iter(f"{HL7}value")).text
    assert packed is not None
    assert base64.b64decode(packed).decode().startswith("Paciente: [PACIENTE]. Acude")


def test_signatures_and_checksums_go(tmp_path: Path, carried: Carried) -> None:
    signed = HEADER.replace("<time value", '<sdtc:signatureText xmlns:sdtc="urn:hl7-org:sdtc"><x>Q049R2FycmlkbwNrrido</x></sdtc:signatureText><time value', 1)
    target, notes, _ = carried(saved(tmp_path / "in.xml", cda(header=signed)))
    assert "signatureText" not in target.read_text()
    assert "electronic signatures removed: 1" in notes


RECORD = """<?xml version="1.0"?>
<registro xmlns="urn:ejemplo" version="1.0"><paciente nombre="Nélida" apellidos="Ugarte Salcedo" nhc="4456781"><fechaNacimiento>1961-04-03</fechaNacimiento>
<telefono>612 345 678</telefono></paciente><medicamento><nombre>Metformina</nombre><dosis>850 mg</dosis></medicamento>
<medico>Dra. Berta Quiroga</medico><nota><![CDATA[La Sra. Ugarte acude por tos. Firma: Dra. Quiroga]]></nota>
<nota>Vive con <b>Hilario Ber</b>mejo, su marido.</nota><valor unidad="mg/dL">1.10</valor></registro>"""


def test_other_xml_goes_by_the_names_of_its_fields(tmp_path: Path, carried: Carried) -> None:
    target, _, _ = carried(saved(tmp_path / "in.xml", RECORD))
    text = target.read_text()
    assert not [name for name in (*NAMES, "612 345 678", "1961-04-03") if name in text]
    assert '<paciente nombre="[PACIENTE]" apellidos="[PACIENTE]" nhc="[ID_PACIENTE]">' in text
    assert "<nombre>Metformina</nombre><dosis>850 mg</dosis>" in text
    assert '<valor unidad="mg/dL">1.10</valor>' in text
    assert "acude por tos." in text
    ElementTree.fromstring(text)


def test_base64_in_other_xml_is_opened_or_emptied(tmp_path: Path, carried: Carried) -> None:
    note = base64.b64encode(("Paciente: Nélida Ugarte Salcedo. " + "Acude por tos y fiebre. " * 8).encode()).decode()
    dark = base64.b64encode(bytes(range(256))).decode()
    target, _, _ = carried(saved(tmp_path / "in.xml", f"<a><informe>{note}</informe><otro>{dark}</otro><b c='{dark}'/></a>"))
    root = ElementTree.parse(target).getroot()
    assert "Ugarte" not in base64.b64decode(root.findtext("informe") or "").decode()
    assert "fiebre" in base64.b64decode(root.findtext("informe") or "").decode()
    assert not root.findtext("otro")
    assert dark not in target.read_text()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'<!DOCTYPE a [<!ENTITY x "lol">]><a>&x;</a>', "document type"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"),
        (b"<a>" * 300 + b"</a>" * 300, "nests"),
        (b"<a><b></a>", "broken"),
        (b"<ClinicalDocument><recordTarget>", "broken"),
        (b"%PDF-1.7", "no XML"),
        (b"", "no XML"),
        (b'<?xml version="1.0" encoding="utf-8"?><a>\xff</a>', "encoding"),
        (b'<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>', "DOCX"),
        (b"<Signature><Object>x</Object></Signature>", "signed"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "in.xml").write_bytes(data)
    with pytest.raises(UnreadableError, match=words):
        list(FORMAT.read(tmp_path / "in.xml"))


def test_a_withheld_result_leaves_no_file(tmp_path: Path) -> None:
    source = saved(tmp_path / "in.xml", cda())
    FORMAT.write(tmp_path / "out.xml", source, [(document, Result("", None)) for document in FORMAT.read(source)])
    assert not (tmp_path / "out.xml").exists()


def test_verification_sees_what_was_left(tmp_path: Path, carried: Carried) -> None:
    target, _, handled = carried(saved(tmp_path / "in.xml", cda()))
    text = target.read_text()
    for changed in (
        text.replace('unit="mg/dL"', 'unit="4456781"'),
        text.replace("Metformina 850 mg.", "Metformina 850 mg. Ana"),
        text.replace('typeCode="CSM"', 'typeCode="Ugarte"'),
    ):
        assert changed != text
        target.write_text(changed)
        assert FORMAT.verify(target, handled)


def test_the_format_is_known_by_its_suffix() -> None:
    assert format_for(Path("informe.XML")) is STYLE


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20), max_size=6))
def test_the_tree_says_what_another_parser_says(pieces: list[str]) -> None:
    text = "<a>" + "".join(f'<b c="{escaped(piece)}">{escaped(piece)}</b>x' for piece in pieces) + "</a>"
    tree, root = parse_tree(text), ElementTree.fromstring(text)
    assert tree.said(tree.root) == "".join(root.itertext())
    assert [element.get("c") for element in tree.root.elements()] == [element.get("c") for element in root]


@pytest.mark.parametrize("name", ["in.xml", "record.xml"])
def test_the_command_takes_xml(tmp_path: Path, name: str) -> None:
    saved(tmp_path / name, cda() if name == "in.xml" else RECORD)
    assert main(["run", str(tmp_path / name), "--out", str(tmp_path / "o"), "--rules-only", "--jobs", "1", "--language", "es"]) == 0
    assert not [word for word in NAMES if word in (tmp_path / "o" / name).read_text()]


def test_ids_are_drawn_from_the_key_so_that_every_run_gives_the_same(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    saved(tmp_path / "in" / "a.xml", cda())
    (tmp_path / "key").write_text("0f1e2d3c4b5a69788796a5b4c3d2e1f0")
    (tmp_path / "key").chmod(0o600)
    for out in ("one", "two"):
        call = ["run", str(tmp_path / "in"), "--out", str(tmp_path / out), "--key-file", str(tmp_path / "key"), "--replace", "surrogate", "--rules-only"]
        subprocess.run([sys.executable, "-m", "velado", *call], check=True, capture_output=True)
    assert (tmp_path / "one" / "a.xml").read_bytes() == (tmp_path / "two" / "a.xml").read_bytes()
