"""A record with the results in it: strings and numbers patched in place, and elements left out that no value may stand in.

Where a resource's element cannot hold what the policy puts in its place ([FECHA] is no date), the element is left out and
`data-absent-reason` says that it is masked, which is valid FHIR. In other JSON the text stands there, or nothing.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from velado.columns import is_plain_name, may_be_people
from velado.formats import Handled, Options, UnreadableError
from velado.formats._fhir_plan import Plan, Slot
from velado.formats._fhir_roles import INSTANTS
from velado.formats._html import HtmlReader, html_patches, picture_address
from velado.formats._inner import rewritten
from velado.formats._json_scan import NUMBER, as_string
from velado.formats._json_tree import Node, flat_strings, load_pairs
from velado.formats._traces import traces_of
from velado.formats._weave import OTHER_WORDS, Change, patched, woven
from velado.formats._xml import Patch
from velado.formats._xml import patched as text_patched
from velado.labels import DIRECT

__all__ = ["KEYWORD", "direct", "written"]

_ABSENT = '{"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}]}'
_DAY = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
KEYWORD = re.compile(r"[a-z][a-z0-9-]{0,40}")  # a word of the standard's own, whoever is called like it


def direct(handled: Sequence[Handled]) -> list[Handled]:
    """The same, with only what identifies somebody by itself: places and hospitals stand in addresses of systems too."""
    return [(doc, replace(result, replacements=tuple(r for r in result.replacements if r.span.label in DIRECT))) for doc, result in handled]


def written(
    text: str, plan: Plan, handled: Sequence[Handled], files: Mapping[int, Sequence[Handled]], first: int, options: Options, notes: Counter[str]
) -> tuple[str, list[str]]:
    """The new text of a record, and the keys and values that a reader must find in it.

    The second is told from the judged record and the decisions, value by value, not from the text that is written.
    `files` holds the documents of the files in the record, which are numbered from `first` on.
    """
    writer = _Writer(text, plan, notes)
    return writer.text_with(handled, files, first, options), list(writer.expected(plan.root))


def _strings(json: str) -> list[str]:
    """The keys and values of a piece of JSON that the writer makes itself."""
    return [said for _, said in flat_strings(load_pairs(json))]


class _Writer:
    def __init__(self, text: str, plan: Plan, notes: Counter[str]) -> None:
        self._text = text
        self._plan = plan
        self._notes = notes
        self._standard = plan.patients is not None
        self._patches: list[tuple[int, int, str]] = []
        self._absent: dict[int, Node] = {}
        self._deleted: dict[int, Node] = {}
        self._renamed: dict[int, set[str]] = {}
        self._people: set[int] = set()  # whose keys were those of people
        # What a reader will find, by the node it stands for: other keys, other values, and what comes behind a node.
        self._keys: dict[int, str] = {}
        self._values: dict[int, list[str]] = {}
        self._behind: dict[int, list[str]] = {}

    def text_with(self, handled: Sequence[Handled], files: Mapping[int, Sequence[Handled]], first: int, options: Options) -> str:
        changes: dict[str, list[Change]] = {}
        weaves = [weave for group in self._plan.groups for weave in group.weaves]
        names = {slot.part for group in self._plan.groups for slot in group.slots if slot.is_key and is_plain_name(slot.node.key or "")}
        results = {id(weave): result for weave, (_, result) in zip(weaves, handled, strict=True)}
        for weave, (_, result) in zip(weaves, handled, strict=True):
            for replacement in result.replacements:
                for change in weave.changes([replacement]):
                    # Of keys that programs give only people and numbers go.
                    if change.part not in names or replacement.span.label in DIRECT:
                        changes.setdefault(change.part, []).append(change)
        for group in self._plan.groups:
            for slot in group.slots:
                if slot.file is None:
                    self._slot(slot, changes.get(slot.part, []))
                if slot.page is not None:
                    self._check_page(slot, group.weave.visible(results[id(group.weave)].replacements, slot.part))
        self._among_people()
        for number, (slot, _) in enumerate(self._plan.files, first):
            self._file(slot, files.get(number, ()), options)
        self._repeated(handled)
        for photo in self._plan.photos:
            self._put(photo, f"[{_ABSENT}]" if photo.kind == "list" else _ABSENT)
            self._notes["photos removed"] += 1
        self._leave_out()
        return patched(self._text, sorted(self._patches))

    def _slot(self, slot: Slot, changes: Sequence[Change]) -> None:
        node, kind = slot.node, slot.role.kind
        if slot.page is not None:
            page = slot.page
            blank = {Patch(picture.start, picture.end, picture_address()) for picture in page.pictures}
            patches = {*page.patches, *html_patches(changes, page.links), *blank}
            self._notes["pictures in narratives blanked"] += page.blanked + len(page.pictures)
            self._say(node, text_patched(node.text, patches))
        elif kind in ("id", "link"):
            self._say(node, self._plan.names.id(node.text) if kind == "id" else self._plan.names.address(node.text))
            self._notes["ids and addresses replaced"] += 1
        elif kind == "gone":
            self._leave(node)
        elif changes:
            old = (node.key or "") if slot.is_key else node.text
            new = text_patched(old, (Patch(change.start, change.end, change.text) for change in changes))
            if slot.is_key:
                for one in (node, *slot.alike):
                    self._rename(one, new)
            elif kind == "date":
                self._date(node, new)
            elif kind == "code":
                self._say(node, "unknown")
            elif node.kind == "number":
                self._number(node, new)
            elif new.strip() or not self._standard:
                self._say(node, new)
            else:
                self._leave(node)

    def expected(self, node: Node) -> Iterator[str]:
        """Every key and value that must stand in the result, from this node down, in order."""
        if id(node) in self._deleted:
            return
        if node.key is not None:
            yield self._keys.get(id(node), node.key)
        if id(node) in self._values:
            yield from self._values[id(node)]
        elif node.kind in ("object", "list"):
            for child in node.children:
                yield from self.expected(child)
        else:
            yield node.text
        yield from self._behind.get(id(node), ())

    def _check_page(self, slot: Slot, meant: str) -> None:
        """A narrative must show the judged text with its replacements, letter by letter."""
        (new,) = self._values.get(id(slot.node), [slot.node.text])
        if woven(HtmlReader(slot.part, new).read().streams).visible() != meant:
            raise UnreadableError(OTHER_WORDS)

    def _put(self, node: Node, json: str) -> None:
        """Another value in the place of a node's."""
        self._patches.append((node.start, node.end, json))
        self._values[id(node)] = _strings(json)

    def _call(self, node: Node, key: str) -> None:
        """Another key in the place of a node's."""
        self._patches.append((node.key_start, node.key_end, as_string(key, self._text[node.key_start : node.key_end])))
        self._keys[id(node)] = key

    def _say(self, node: Node, new: str) -> None:
        if new != node.text:
            self._patches.append((node.start, node.end, as_string(new, self._text[node.start : node.end])))
            self._values[id(node)] = [new]

    def _among_people(self) -> None:
        """Where the keys beside it are people's, one that the engine took for a word ("Blanco") is somebody's too."""
        keys = [node for group in self._plan.groups for slot in group.slots if slot.is_key for node in (slot.node, *slot.alike)]
        for owner in {id(node.parent): node.parent for node in keys if id(node) in self._people}.values():
            maybe = [node for node in keys if node.parent is owner and may_be_people(node.key or "")]
            if 3 * sum(id(node) in self._people for node in maybe) >= len(maybe):
                for node in maybe:
                    if id(node) not in self._people:
                        self._rename(node, "key")

    def _rename(self, node: Node, new: str) -> None:
        """Keys of one object stay different from each other."""
        assert node.parent is not None
        self._people.add(id(node))
        taken = self._renamed.setdefault(id(node.parent), {child.key or "" for child in node.parent.children})
        number, own = 1, new
        while own in taken:
            number += 1
            own = f"{new} {number}"
        taken.add(own)
        self._call(node, own)

    def _date(self, node: Node, new: str) -> None:
        """A day keeps its hour; a month or a year has none. What is no date is left out."""
        old = _DAY.match(node.text)
        rest = node.text[old.end() :] if old else ""
        said = new.removesuffix(rest)
        if not _DAY.fullmatch(said) or (len(said) < 10 and node.name() in INSTANTS):
            self._leave(node)
        else:
            self._say(node, said + rest if len(said) == 10 else said)

    def _number(self, node: Node, new: str) -> None:
        if NUMBER.fullmatch(new):
            self._put(node, new)
        elif self._standard:
            self._leave(node)
        else:
            self._put(node, as_string(new))

    def _file(self, slot: Slot, handled: Sequence[Handled], options: Options) -> None:
        """The file without the people in it; where nothing could be made of it, nothing. Its checksum and size follow."""
        assert slot.file is not None
        data: bytes | None = None
        if handled:
            try:
                data = rewritten(f"a{slot.file.suffix}", slot.file.data, handled, options)
            except UnreadableError:
                data = None
        if data is None:
            self._notes["left out of the record: files in it that cannot be handled here"] += 1
            self._leave(slot.node)
        else:
            self._notes["files in records rewritten"] += 1
            self._say(slot.node, slot.file.text(data))
        owner = slot.node.owner()
        if not self._standard or owner is None:
            return
        if (checksum := owner.get("hash")) is not None and checksum.kind == "string":
            if data is None:
                self._deleted[id(checksum)] = checksum
            else:
                self._say(checksum, base64.b64encode(hashlib.sha1(data, usedforsecurity=False).digest()).decode("ascii"))
        if (size := owner.get("size")) is not None and size.kind in ("number", "string"):
            if data is None:
                self._deleted[id(size)] = size
            else:
                self._put(size, str(len(data)) if size.kind == "number" else f'"{len(data)}"')

    def _repeated(self, handled: Sequence[Handled]) -> None:
        """Values that nobody read must not repeat a name or number that was replaced: those that do are left out."""
        kept = [node for node in self._plan.kept if node.key != "hash" and not KEYWORD.fullmatch(node.text)]
        traces = traces_of(direct(handled))
        if not traces.in_hidden(*(node.text for node in kept)):
            return
        for node in kept:
            if traces.in_hidden(node.text):
                self._leave(node)
                self._notes["codes left out: they repeat what was replaced"] += 1

    # Elements that are left out

    def _leave(self, node: Node) -> None:
        if self._standard and node.parent is not None:
            self._absent[id(node)] = node
        else:
            self._put(node, '""')

    def _leave_out(self) -> None:
        lists: dict[int, Node] = {}
        for node in self._absent.values():
            above = node.parent
            assert above is not None
            if id(node) in self._deleted:
                continue
            if above.kind == "list":
                lists[id(above)] = above
            elif node.key is None or node.key.startswith("_") or above.get(f"_{node.key}") is not None:
                self._deleted[id(node)] = node
            else:
                self._call(node, f"_{node.key}")
                self._put(node, _ABSENT)
        for entry in lists.values():
            self._list(entry)
        owners = {id(node.parent): node.parent for node in self._deleted.values() if node.parent is not None}
        for owner in owners.values():
            self._delete(owner)

    def _list(self, entry: Node) -> None:
        """Primitives in a list: null in their places, and the reason in the list of the same name with a line before it."""
        gone = [id(child) in self._absent for child in entry.children]
        reasons = "[" + ", ".join(_ABSENT if absent else "null" for absent in gone) + "]"
        alone = entry.parent is not None and entry.key is not None and entry.parent.get(f"_{entry.key}") is None
        if all(gone) and alone:
            self._call(entry, f"_{entry.key}")
            self._put(entry, reasons)
            return
        for child, absent in zip(entry.children, gone, strict=True):
            if absent:
                self._put(child, "null")
        if alone:
            self._patches.append((entry.end, entry.end, f", {as_string(f'_{entry.key}')}: {reasons}"))
            self._behind[id(entry)] = [f"_{entry.key}", *_strings(reasons)]

    def _delete(self, owner: Node) -> None:
        """Members of an object, each with the comma that belongs to it."""
        members = owner.children
        stays = [id(member) not in self._deleted for member in members]
        at = 0
        while at < len(members):
            last = at
            while last + 1 < len(members) and not stays[at] and not stays[last + 1]:
                last += 1
            if not stays[at]:
                if at:
                    self._patches.append((members[at - 1].end, members[last].end, ""))
                else:
                    end = members[last + 1].key_start if last + 1 < len(members) else members[last].end
                    self._patches.append((members[at].key_start, end, ""))
            at = last + 1
