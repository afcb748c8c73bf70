// Editing the result freely, apart from the findings. Long documents are edited in parts, because a field with half a million
// characters would make every key wait.

import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./say.js";

const PART = 12_000; // units, about five pages
const BARE = /\r\n?/g;

let state = null;

/** A text cut behind line ends into parts of a handy size. */
export function partsOf(text, longest = PART) {
  const parts = [];
  let start = 0;
  while (text.length - start > longest) {
    let end = text.lastIndexOf("\n", start + longest - 1) + 1;
    if (end <= start) end = start + longest - (/[\udc00-\udfff]/.test(text[start + longest]) ? 1 : 0);
    parts.push(text.slice(start, end));
    start = end;
  }
  return [...parts, text.slice(start)];
}

/** What a field made of a part, with the line ends that the part had: fields know only one kind. */
export function withLineEnds(before, field) {
  if (field === before.replace(BARE, "\n")) return before;
  return before.includes("\r\n") ? field.replace(/\n/g, "\r\n") : field;
}

function keep() {
  state.parts[state.at] = withLineEnds(state.parts[state.at], byId("editor-text").value);
}

function show(at) {
  state.at = at;
  const field = byId("editor-text");
  field.value = state.parts[at];
  field.scrollTop = 0;
  field.setSelectionRange(0, 0);
  byId("editor-parts").hidden = state.parts.length === 1;
  byId("part-words").textContent = t("edit.part", { number: at + 1, total: state.parts.length });
  byId("part-before").disabled = at === 0;
  byId("part-after").disabled = at === state.parts.length - 1;
}

/** Open the editor at a share of the text, 0 to 1. `store(text)` saves what was made of it and says whether that went well. */
export function edit(text, share, store) {
  state = { store, text, parts: partsOf(text), at: 0 };
  byId("editor").showModal();
  show(Math.min(state.parts.length - 1, Math.floor(share * state.parts.length)));
  byId("editor-text").focus();
}

async function save() {
  keep();
  const { store, parts, text } = state;
  const edited = parts.join("");
  if (edited !== text) {
    byId("editor-save").disabled = true;
    const stored = await store(edited);
    byId("editor-save").disabled = false;
    if (!stored) return;
    say(t("said.edited"));
  }
  byId("editor").close();
}

export function startEditor() {
  byId("editor-save").addEventListener("click", save);
  for (const [id, step] of [["part-before", -1], ["part-after", 1]]) {
    byId(id).addEventListener("click", () => {
      keep();
      show(state.at + step);
    });
  }
  byId("editor").addEventListener("close", () => {
    byId("editor-text").value = "";
    state = null;
  });
}
