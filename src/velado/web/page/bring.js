// Ways in: files dropped anywhere on the page, chosen, or text pasted. Files are sent two at a time.

import { call, upload } from "./api.js";
import { byId } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { attempt, say } from "./say.js";
import { session, take } from "./session.js";

const AT_ONCE = 2;

/** Files on their way to the server, by a number of our own: `{name, size, progress, problem, abort}`. */
export const sending = new Map();

let number = 0;
let running = 0;
const waiting = [];
let onSending = () => {};

/** Who draws the list wants to hear of it. */
export const whenSending = (listener) => (onSending = listener);

async function send(key, file) {
  const entry = sending.get(key);
  if (!entry) return;
  running += 1;
  try {
    const job = upload(file, (share) => {
      entry.progress = share;
      onSending();
    });
    entry.abort = job.abort;
    const answer = await job.done;
    sending.delete(key);
    take(answer);
  } catch (error) {
    if (error.name === "AbortError") sending.delete(key);
    else entry.problem = error;
  }
  running -= 1;
  onSending();
  pump();
}

function pump() {
  while (running < AT_ONCE && waiting.length > 0) send(...waiting.shift());
}

/** Send files to the server. */
export function bring(files) {
  for (const file of files) {
    number += 1;
    sending.set(number, { name: file.name, size: file.size, progress: 0, problem: null, abort: null });
    waiting.push([number, file]);
  }
  if (files.length > 0) say(t("said.bringing", { count: files.length }));
  onSending();
  pump();
}

/** Stop sending one, or take a failed one off the list. */
export function drop(key) {
  const entry = sending.get(key);
  sending.delete(key);
  entry?.abort?.();
  onSending();
}

// A dropped folder is walked; what is dropped besides files (links, selected text) is passed over.
async function walk(entry, found) {
  if (entry.isFile) {
    const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
    if (file && !file.name.startsWith(".")) found.push(file);
  } else if (entry.isDirectory) {
    const reader = entry.createReader();
    for (;;) {
      const entries = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
      if (entries.length === 0) break;
      for (const inner of entries) await walk(inner, found);
    }
  }
}

async function dropped(transfer) {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push(entry);
    else if (entry) await walk(entry, found);
  }
  bring(found);
}

function startDropping(active) {
  const zone = byId("drop");
  const carriesFiles = (event) => active() && [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && zone.classList.remove("over"));
  addEventListener("drop", (event) => {
    zone.classList.remove("over");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    dropped(event.dataTransfer);
  });
}

// The suffixes that can be read here, the common ones first.
function kinds() {
  const first = [".pdf", ".docx", ".txt", ".csv", ".xlsx", ".png", ".jpg"];
  const known = new Set((session.choices?.formats ?? []).filter((format) => format.available).flatMap((format) => format.suffixes));
  const shown = first.filter((suffix) => known.has(suffix));
  const rest = [...known].filter((suffix) => suffix && !shown.includes(suffix)).length;
  const list = shown.map((suffix) => suffix.slice(1).toUpperCase()).join(", ");
  return rest > 0 ? t("drop.kinds", { list, count: rest }) : list;
}

/** Wire the ways in; `active` says whether the desk is what is shown. */
export function startBringing(active) {
  const chosen = byId("chosen");
  byId("choose").addEventListener("click", () => chosen.click());
  chosen.addEventListener("change", () => {
    bring([...chosen.files]);
    chosen.value = "";
  });
  startDropping(active);
  byId("paste").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("pasted").value;
    if (text.trim() === "") {
      byId("pasted").focus();
      return;
    }
    const answer = await attempt(() => call("POST", "desk/texts", { text, name: t("paste.name") }));
    if (answer) {
      byId("pasted").value = "";
      take(answer);
    }
  });
  onLanguage(() => (byId("kinds").textContent = session.choices ? kinds() : ""));
}
