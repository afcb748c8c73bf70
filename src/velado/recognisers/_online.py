"""E-mail addresses with their usual slips, web addresses, handles and logins, IP addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv6Address

from velado import lexicons
from velado.patterns import late_pattern, places_of
from velado.tokens import Page

__all__ = ["LOGIN_CUES", "addresses", "emails", "login", "spoken_email", "underscored", "web"]

Found = tuple[int, int, str, float]

_LOCAL = late_pattern(r"[\w.+%\-]{1,64}\Z")
_DOMAIN = late_pattern(
    r" ?(?P<domain>[\w\-]{1,63}(?:(?:\.|,(?=[a-z])|(?: \. ?|\. )(?=(?:com|es|org|net|pt|br|mx|ar|cl)\b))[\w\-]{1,63}){1,6})"
)
_HOST_ONLY = late_pattern(r"(?:gmail|hotmail|yahoo|outlook|live|icloud|uol|bol|terra|sapo|msn)(?: ?(?:com|es|pt|br)\b)?|[a-z][a-z0-9\-]{2,30} (?:com|net|org)(?=[ \t]*(?:[\n,;)]|\Z))")
_MAIL_LABEL = late_pattern(r"(?:e-?mail|correo|mail)[.:\-]+(?=\w)")
_MAIL_HOST = late_pattern(
    r" ?(?:gmail|gmial|gmal|hotmail|yahoo|outlook|live|icloud|[\w\-]{2,40}\.(?:com|org|net|edu|gob|gov|es|pt|br|mx|uk|ar|"
    r"cl))(?![\w\-])"
)
_HANDLE = late_pattern(r"@(?P<name>[a-z_][\w.]{2,40})")
_AT_WORDS = late_pattern(
    r"(?P<local>[\w.+\-]{2,64}) ?(?:\(at\)|\[at\]|\(arroba\)|\{at\}) ?(?P<domain>[\w\-]{2,63}(?:(?:\.| ?\(dot\) ?|"
    r" ?\(punto\) ?)[\w\-]{2,63}){1,5})"
)
_DOTS_SAID = frozenset((".", "punto", "ponto", "dot", "underscore", "guion", "_", "-"))
_TAIL = ".,;:!?)]}>'\"*"
_SCHEME = late_pattern(r"https?://[^\s<>\"]{3,400}|www\.[^\s<>\"]{3,400}")
_SAFE_ENDINGS = "com|org|net|edu|gov|gob|info|app|health|example|exemplo|ejemplo|online|site|web|cloud|int|mil"
_COUNTRY_ENDINGS = (
    "es|mx|br|pt|ar|cl|co|pe|ec|uk|us|ca|au|ie|nz|uy|py|ve|bo|gt|sv|hn|ni|cr|pa|cu|do|pr|ao|mz|cv|cat|eus|gal|eu|io|me|tv|fr|"
    "de|it|za|lat|ly|gl|be"
)
_ENDING = late_pattern(
    rf"\.(?:(?P<safe>{_SAFE_ENDINGS})|"
    rf"(?P<country>{_COUNTRY_ENDINGS}))(?![\w-])(?P<more>(?:\.[a-z]{{2,3}}(?![\w-]))?)(?P<path>(?:/[^\s<>\"|]{{0,300}})?)"
)
_FILES = late_pattern(r"(?:img|dsc|vid|scan|doc)_|\.(?:pdf|jpe?g|png|docx?|xlsx?|txt|mp4|dcm|csv|zip)$")
_IP4 = late_pattern(r"\d(?<![\w.]\d)\d{0,2}(?:\.\d{1,3}){3}(?!\w|[.\-]\d)")
_IP6 = late_pattern(r"(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])")
_DOTS = late_pattern(r"\.\d{1,3}\.\d{1,3}\.\d")
_COLONS = late_pattern(r":[0-9a-f]{0,4}:[0-9a-f]{0,4}:")
_MAC = late_pattern(r"(?<![\w:-])[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}(?![\w:-])")
_PAIRS = late_pattern(r":[0-9a-f]{2}:[0-9a-f]{2}:|-[0-9a-f]{2}-[0-9a-f]{2}-")
_VERSION = late_pattern(r"(?:v|ver|vers|version|versao|release|build|firmware|software)\.? ?$")
LOGIN_CUES = frozenset(
    """usuario user username usr login scribe handle ig insta instagram facebook fb face twitter tiktok telegram wechat
    skype discord snapchat snap messenger viber kwai perfil conta cuenta alias nick utilizador operador impreso impresso printed logged
    account validado""".split()
)
_BY = frozenset("impreso impresso printed validado firmado signed".split())
_LOGIN = late_pattern(
    r"(?:(?: (?:por|by|da|de|do|name|id|as))? ?[:=]? ?|[ :]{1,3}\"?|(?: [a-z]{2,12}){1,4}: )(?P<name>@?[a-z][\w.\-#]{2,40})"
)
_JOINT = late_pattern(r"_[a-z0-9]|#\d{4}(?!\d)")
_GENE = late_pattern(r"[cgpmn]\.\d")


def emails(page: Page) -> Iterator[Found]:
    """Addresses and handles around each at sign."""
    text, folded = page.text, page.folded
    at = folded.find("@")
    while at >= 0:
        local = _LOCAL.search(folded[max(0, at - 64) : at])
        start = max(0, at - 64) + local.start() if local else at
        if local is None and at > 1 and folded[at - 1] == " " and _MAIL_HOST.match(folded, at + 1):
            spaced = _LOCAL.search(folded[max(0, at - 65) : at - 1])
            if spaced and len(spaced.group()) > 3 and spaced.group() not in LOGIN_CUES:
                start = max(0, at - 65) + spaced.start()
        domain = _DOMAIN.match(folded, at + 1) or (_HOST_ONLY.match(folded, at + 1) if start < at else None)
        if start < at and domain and any(map(str.isalpha, domain.group())):
            end = _trimmed(text, domain.end())
            label = _MAIL_LABEL.match(folded, start, at)
            start = label.end() if label else start
            while start < at and text[start] in ".-":
                start += 1
            yield start, end, "EMAIL", 0.97
        elif start == at or folded[at - 1] in " (":
            handle = _HANDLE.match(folded, at)
            if handle and not (at and folded[at - 1].isalnum()):
                yield at, _trimmed(text, handle.end()), "URL", 0.85
        at = folded.find("@", at + 1)
    if "(at)" in folded or "[at]" in folded or "(arroba)" in folded:
        for match in _AT_WORDS.finditer(folded):
            yield match.start(), _trimmed(text, match.end()), "EMAIL", 0.95


def _trimmed(text: str, end: int) -> int:
    while text[end - 1] in _TAIL:
        end -= 1
    return end


def spoken_email(page: Page, number: int) -> Iterator[Found]:
    """ "ana punto gil arroba correo punto com", around the token "arroba"."""
    words, spans = page.words, page.spans
    left, right = number - 1, number + 1
    if left < 0 or right >= len(words) or not (words[left].isalnum() and words[right].isalnum()):
        return
    while left > 1 and number - left < 8 and words[left - 1] in _DOTS_SAID and words[left - 2].isalnum():
        left -= 2
    while right + 2 < len(words) and right - number < 8 and words[right + 1] in _DOTS_SAID and words[right + 2].isalnum():
        right += 2
    if right > number + 1 and "\n" not in page.text[spans[left][0] : spans[right][1]]:
        yield spans[left][0], spans[right][1], "EMAIL", 0.9


def web(page: Page) -> Iterator[Found]:
    """Addresses with a scheme or www, and bare hosts that end as hosts do."""
    text, folded = page.text, page.folded
    if "://" in folded or "www." in folded:
        for match in _SCHEME.finditer(folded):
            yield match.start(), _trimmed(text, match.end()), "URL", 0.97
    for match in _ENDING.finditer(folded):
        start = match.start()
        while start > 0 and match.start() - start < 100 and (folded[start - 1].isalnum() or folded[start - 1] in ".-_"):
            start -= 1
        host = folded[start : match.start()]
        if (
            not host
            or (len(host) < 2 and not match.group("path"))
            or (start and folded[start - 1] in "@/")
            or not any(map(str.isalpha, host))
        ):
            continue
        path = match.group("path")
        if match.group("safe"):
            if text[match.start() + 1].isupper() and not text[start].isupper() and not path:
                continue  # "dolor.Com": a full stop without its blank
        elif not path and ("." not in host or text[match.start() + 1].isupper() or min(map(len, host.split("."))) < 2):
            continue
        yield start, _trimmed(text, match.end()), "URL", 0.9 if path or match.group("safe") else 0.7


def addresses(page: Page) -> Iterator[Found]:
    """IP addresses of both kinds, not versions of programs, and the hardware addresses of devices."""
    folded = page.folded
    for match in _IP4.finditer(folded) if _DOTS.search(folded) else ():
        octets = match.group().split(".")
        if _VERSION.search(folded[max(0, match.start() - 10) : match.start()]) or not 10 <= max(map(int, octets)) <= 255:
            continue
        cued = "ip" in folded[max(0, match.start() - 12) : match.start()]
        yield match.start(), match.end(), "IP_ADDRESS", 0.95 if cued else 0.8
    for match in _IP6.finditer(folded) if _COLONS.search(folded) else ():
        # Times of day and fingerprints have colons too.
        if match.group().count(":") >= 4 and any(letter in "abcdef" for letter in match.group()) and _is_ip6(match.group()):
            yield match.start(), match.end(), "IP_ADDRESS", 0.9
    paired = any(folded[at + 3 : at + 4] == folded[at] for at in places_of(":-", folded))
    for match in _MAC.finditer(folded) if paired and _PAIRS.search(folded) else ():
        if not any(letter in "abcdef" for letter in match.group()):
            continue  # thresholds of hearing, readings in a row
        yield match.start(), match.end(), "DEVICE_ID", 0.92


def _is_ip6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True


def login(page: Page, number: int) -> Iterator[Found]:
    """What stands behind "usuario:", "scribe", "IG": a name as computers take it."""
    match = _LOGIN.match(page.folded, page.spans[number][1])
    if match is None:
        return
    name = match.group("name").rstrip(".-#")
    start = match.start("name")
    end = start + len(name)
    original = page.text[start:end]
    marked = any(character.isdigit() or character in "_.#" for character in name)
    if name[0] == "@":
        yield start, end, "URL", 0.9
    elif marked and len(name) > 3 and not original[:1].isupper() and not re.fullmatch(r"[a-z]+\.", name):
        yield start, end, "URL", 0.85
    elif original.islower() and lexicons.lookup(name) == 0 and len(name) > 4:
        between = page.folded[page.spans[number][1] : start]
        if ":" in between or page.words[number] in _BY and between.strip() in ("por", "by"):
            yield start, end, "URL", 0.7


def underscored(page: Page) -> Iterator[Found]:
    """Words with an underscore or a number sign inside are made by computers for people: "mara_l75", "lobo#3317"."""
    text, folded = page.text, page.folded
    reached = 0
    for match in _JOINT.finditer(folded) if "_" in folded or "#" in folded else ():
        start, end = match.start(), match.end()
        if start < reached:
            continue
        while start > reached and match.start() - start < 40 and (folded[start - 1].isalnum() or folded[start - 1] in "._"):
            start -= 1
        while end < len(folded) and end - match.end() < 60 and (folded[end].isalnum() or folded[end] in "._"):
            end += 1
        reached = end
        end = _trimmed(text, end)
        word = folded[start:end]
        if text[start - 1 : start] == "," or (text[end : end + 1] == "," and text[end + 1 : end + 2].isalpha()):
            continue  # the head of a table
        if not word[:1].isalpha() or folded[start - 1 : start] in ("@", "/", "-", "\\") or folded[end : end + 1] == "@":
            continue
        if text[start:end].islower() and sum(map(str.isalpha, word)) > 4 and not _GENE.match(word) and not _FILES.search(word):
            yield start, end, "URL", 0.6
