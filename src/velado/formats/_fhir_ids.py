"""Ids and addresses of resources: others in their place, the same for the same wherever they stand."""

from __future__ import annotations

import hmac
import re
import secrets
from uuid import UUID

from velado.keys import Purpose, derive

__all__ = ["Pseudonyms", "target_of"]

_RANDOM = secrets.token_bytes(32)  # the files of one call agree with each other, also where there is no key
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# The address of a resource: base, type, id, version.
_ADDRESS = re.compile(
    r"(?P<base>[a-z][a-z0-9+.-]{1,20}://[^\s?#]{1,400}/)?(?P<type>[A-Z][A-Za-z]{2,60})/(?P<id>[^\s/?#|]{1,200})"
    r"(?P<version>/_history/[\w.-]{1,64})?(?:[?#].{0,2000})?"
)
_KIND_ALONE = re.compile(r"[A-Z][A-Za-z]{2,60}")


def target_of(reference: str) -> tuple[str, str]:
    """Type and id that a reference names; ("", the whole) where it does not look like an address.

    >>> target_of("https://fhir.example.org/r4/Patient/77/_history/2"), target_of("urn:uuid:5f")
    (('Patient', '77'), ('', 'urn:uuid:5f'))
    """
    match = _ADDRESS.fullmatch(reference)
    return (match["type"], match["id"]) if match else ("", reference)


class Pseudonyms:
    """Draws them from a key; where there is none, from one that is forgotten when the program ends."""

    def __init__(self, key: bytes = b"") -> None:
        self._key = derive(key or _RANDOM, Purpose.RESOURCE_IDS)

    def seed(self, what: str) -> bytes:
        """A key of its own for whatever belongs together under that name."""
        return hmac.digest(self._key, b"seed\0" + what.encode("utf-8", "surrogatepass"), "sha256")

    def _code(self, what: str) -> bytes:
        return hmac.digest(self._key, what.encode("utf-8", "surrogatepass"), "sha256")

    def id(self, old: str) -> str:
        """Another id: a UUID where it was one, else letters and figures that FHIR takes."""
        code = self._code(f"id\0{old.lower() if _UUID.fullmatch(old) else old}")
        return str(UUID(bytes=code[:16], version=4)) if _UUID.fullmatch(old) else f"v{code.hex()[:23]}"

    def address(self, old: str) -> str:
        """Another address for a reference, a full URL or a link; what kind of resource it leads to stays.

        >>> names = Pseudonyms(b"a key for the example")
        >>> names.address("Patient/77") == f"Patient/{names.id('77')}", names.address("#p1") == f"#{names.id('p1')}"
        (True, True)
        """
        if old.startswith("#"):
            return f"#{self.id(old[1:])}" if len(old) > 1 else old
        if old.lower().startswith("urn:uuid:"):
            return f"urn:uuid:{self.id(old[9:]) if _UUID.fullmatch(old[9:]) else UUID(bytes=self._code(old)[:16], version=4)}"
        if old.lower().startswith("urn:oid:"):
            return f"urn:oid:2.25.{int.from_bytes(self._code(old)[:12], 'big')}"
        if _KIND_ALONE.fullmatch(old):
            return old  # the target of a POST
        match = _ADDRESS.fullmatch(old)
        if match is None:
            kind = _KIND_ALONE.match(old)
            conditional = kind is not None and old[kind.end() : kind.end() + 1] == "?"
            return f"{kind[0]}?_id={self.id(old)}" if kind and conditional else f"{self._server(old)}{self.id(old)}"
        base = self._server(match["base"]) if match["base"] else ""
        return f"{base}{match['type']}/{self.id(match['id'])}{match['version'] or ''}"

    def _server(self, base: str) -> str:
        return f"https://s{self._code(f'server{chr(0)}{base}').hex()[:8]}.invalid/"
