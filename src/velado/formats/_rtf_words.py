"""The vocabulary of RTF: which groups hold what, which words stand for a letter, a gap or the end of a line."""

from __future__ import annotations

import re

__all__ = [
    "ASIDE", "CHARSETS", "CUT", "ENDS", "FIELDS", "GAPS", "KNOWN_STARRED", "LOOK", "PICTURES", "POINTS", "SIGNS", "STYLES", "TOLD",
    "TWO_BYTES", "WORDS_CUT",
]  # fmt: skip

# Streams of their own: they stand elsewhere on the page than the words around them.
ASIDE = frozenset("header headerl headerr headerf footer footerl footerr footerf footnote shptxt shprslt".split())
# Kept as they are: they say how the page looks, in words of the format's own.
LOOK = frozenset(
    "fonttbl colortbl listtable listoverridetable list listlevel leveltext levelnumbers listoverride pgdsctbl pnseclvl "
    "expandedcolortbl mmathPr latentstyles lsdlockedexcept defchp defpap background falt panose "
    "fname listid lfolevel pgptbl".split()
)
KNOWN_STARRED = LOOK | frozenset("shpinst shppict cs ts ds tsrowd ud fldinst pn bkmkstart bkmkend nesttableprops do ftnsep ftnsepc aftnsep aftnsepc".split())
CUT = frozenset(
    "info nonshppict filetbl annotation atnid atnauthor atntime atndate atnref atnicn atnparent atrfstart atrfend template xe tc rxe txe "
    "comment operator author title subject keywords doccomm company manager category hlinkbase creatim revtim printim buptim "
    "listname liststylename listpicture objclass objname objdata datafield formfield blipuid picprop userprops generator".split()
)
TOLD = {"annotation": "comments removed", "objdata": "embedded objects removed", "info": "document properties removed"}
WORDS_CUT = re.compile(
    r"rev(?:ised|auth|dttm|authdel|dttmdel|prop)|deleted|(?:ins|char|para|tbl|sect|style|del)?rsid(?:root)?|obj[a-z]*|object|result|"
    r"cr(?:auth|date)|pnr(?:auth|date|not)|mvauth|mvdate|mvf|mvt|private|linkstyles"
)
SIGNS = {
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
GAPS = {"tab": "\t", "line": "\n", "lbr": "\n", "softline": "\n"}
ENDS = {"par": "\n", "sect": "\n", "page": "\n", "row": "\n", "nestrow": "\n", "cell": "\t", "nestcell": "\t", "column": "\n"}
CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
TWO_BYTES = frozenset({"cp932", "cp949", "gbk", "cp950"})
PICTURES = {"pngblip": ".png", "jpegblip": ".jpg", "emfblip": "", "wmetafile": "", "macpict": "", "dibitmap": "", "wbitmap": "", "pmmetafile": ""}
FIELDS = frozenset("PAGE NUMPAGES SECTIONPAGES SECTION SEQ TOC PAGEREF DATE TIME LISTNUM FORMTEXT FORMCHECKBOX SYMBOL".split())
POINTS = re.compile(r"[0-9;(),.\- ]{1,100000}")
STYLES = re.compile(
    r"(?:Normal|Default Paragraph Font|Normal Table|(?:heading|toc|List|List Bullet|List Number|Body Text) ?[0-9]?|header|footer|Title|Subtitle|"
    r"footnote (?:text|reference)|page number|Hyperlink|Table Grid|List Paragraph|No Spacing|caption|Standard|Strong|Emphasis|Quote);?",
    re.IGNORECASE,
)
