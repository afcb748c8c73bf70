// The list of files: how each is getting on, and what can be done with it.

import { call, download, filePath } from "./api.js";
import { drop, sending, whenSending } from "./bring.js";
import { openColumns, takeGuesses, waiting } from "./columns.js";
import { byId, icon, make } from "./dom.js";
import { lookUp, number, onLanguage, size, t } from "./i18n.js";
import { attempt, say } from "./say.js";
import { onState, refresh, session, take, underWay } from "./session.js";
import { plain } from "./visible.js";

const PAGE = 200; // rows that are drawn before "show more"
const SIGNS = { done: "check", columns: "columns", withheld: "warning", failed: "warning", cancelled: "stop" };

const TELLING = new Set(["missing_program", "unreadable", "too_large", "verification"]);

const rows = new Map();
let shown = PAGE;
let open = () => {};
let scheduled = false;
let before = { busy: false };

function button(words, name, listener, quiet = true) {
  return make("button", { type: "button", class: quiet ? "quiet" : "", on: { click: listener }, "aria-label": `${words}: ${name}` }, words);
}

const cross = (words, name, listener) =>
  make("button", { type: "button", class: "round", title: words, "aria-label": `${words}: ${name}`, on: { click: listener } }, icon("stop"));

function stateWords(file) {
  const part = make("p", { class: "state" });
  if (file.state === "done") {
    part.append(t("file.done", { count: file.spans }));
    if (file.rows > 0) part.append(" · ", t("file.rows", { count: file.rows }));
    else if (file.documents > 1) part.append(" · ", t("file.documents", { count: file.documents }));
    if (file.doubtful > 0) part.append(" · ", make("span", { class: "doubts" }, t("file.doubtful", { count: file.doubtful })));
    if (file.withheld_documents > 0) part.append(" · ", t("file.parts", { count: file.withheld_documents }));
    if (file.reviewed) part.append(" · ", make("span", { class: "seen" }, t("file.reviewed")));
    if (file.stale) part.append(" · ", t("file.stale"));
  } else if (file.state === "columns") {
    part.append(t("file.columns"), " · ", t("file.rows", { count: file.rows }));
  } else if (file.state === "withheld") {
    const own = lookUp(`reason.${file.reason_code}`);
    part.append(t("file.withheld"), " ", own ?? "");
    // The server's own words are English: they are added only where they say more than ours.
    const more = file.reason && (!own || TELLING.has(file.reason_code));
    if (more) part.append(" ", make("span", { lang: "en" }, own ? `(${file.reason})` : file.reason));
  } else if (file.state === "failed") part.append(t("file.failed"), " ", file.problem.words);
  else if (file.state === "reading") part.append(t(`stage.${file.stage ?? "reading"}`));
  else part.append(t(`file.${file.state}`));
  return part;
}

function bar(file) {
  if (!underWay(file) && file.state !== "sending") return null;
  const progress = make("progress", { class: "bar", max: "1", "aria-label": t("file.progress", { name: file.name }) });
  setBar(progress, file);
  return progress;
}

function setBar(progress, file) {
  if (file.state === "queued") progress.value = 0;
  else if (file.progress !== null && file.progress !== undefined) progress.value = file.progress;
  else progress.removeAttribute("value");
}

async function remove(file) {
  if ((await attempt(() => call("DELETE", filePath(file.id)))) !== undefined) {
    session.files.delete(file.id);
    draw();
    await attempt(refresh);
  }
}

async function again(file) {
  const state = await attempt(() => call("POST", "desk/again", { files: [file.id] }));
  if (state) take(state);
}

async function cancel(file) {
  const state = await attempt(() => call("POST", "desk/cancel", { files: [file.id] }));
  if (state) take(state);
}

function actions(file) {
  const acts = make("div", { class: "acts" });
  const name = plain(file.name);
  if (file.state === "sending") acts.append(button(t("cancel"), name, () => drop(file.key)));
  else if (file.state === "failed") acts.append(cross(t("file.remove"), name, () => drop(file.key)));
  else if (underWay(file)) acts.append(button(t("cancel"), name, () => cancel(file)));
  else {
    if (file.state === "columns") acts.append(make("button", { type: "button", class: "primary", "aria-label": `${t("columns.open")}: ${name}`, on: { click: () => openColumns(file.id) } }, t("columns.open")));
    else if (file.table && file.state !== "cancelled") acts.append(button(t("columns.open"), name, () => openColumns(file.id)));
    if (file.state === "done") {
      acts.append(
        button(t("file.review"), name, () => open(file.id), false),
        make(
          "button",
          { type: "button", class: "round", title: t("take.one"), "aria-label": `${t("take.one")}: ${name}`, on: { click: () => attempt(() => download(`${filePath(file.id)}/download`)) } },
          icon("download"),
        ),
      );
    } else if (file.state === "cancelled") acts.append(button(t("file.again"), name, () => again(file)));
    acts.append(cross(t("file.remove"), name, () => remove(file)));
  }
  return acts;
}

function row(file) {
  const sign = make("span", { class: "sign", "aria-hidden": "true" }, icon(SIGNS[file.state] ?? "file"));
  const about = [file.size ? size(file.size) : null, file.format].filter(Boolean).join(" · ");
  const title = make("p", { class: "title", title: about }, plain(file.name, 120));
  return make("li", { class: "file", data: { state: file.state } }, sign, make("div", { class: "words" }, title, stateWords(file)), actions(file), bar(file));
}

// Sent ones and known ones in one list, each with a key and a sign of whether it has changed.
function entries() {
  const known = [...session.files.values()].map((file) => [`f${file.id}`, file]);
  const onTheWay = [...sending.entries()].map(([key, entry]) => [`s${key}`, { ...entry, key, state: entry.problem ? "failed" : "sending" }]);
  return [...known, ...onTheWay];
}

// Rows are replaced only when their file has changed, so that the focus and the screen reader are left in peace.
function draw() {
  scheduled = false;
  const all = entries();
  const list = byId("list");
  byId("files").hidden = all.length === 0;
  byId("work").classList.toggle("busy", all.length > 0);
  const wanted = all.slice(0, shown);
  const keys = new Set(wanted.map(([key]) => key));
  for (const [key, entry] of rows) {
    if (!keys.has(key)) {
      entry.element.remove();
      rows.delete(key);
    }
  }
  wanted.forEach(([key, file], index) => {
    const signature = JSON.stringify({ ...file, problem: file.problem?.code, version: 0, at: document.documentElement.lang });
    let entry = rows.get(key);
    const frame = `${file.state} ${document.documentElement.lang}`;
    if (entry && entry.signature !== signature && entry.frame === frame && (underWay(file) || file.state === "sending")) {
      // Only the words and the bar move on: a button that somebody is about to press must stay where it is.
      entry.element.querySelector(".state").replaceWith(stateWords(file));
      setBar(entry.element.querySelector("progress"), file);
      entry.signature = signature;
    } else if (!entry || entry.signature !== signature) {
      const element = row(file);
      if (entry) replace(entry.element, element);
      entry = { element, signature, frame };
      rows.set(key, entry);
    }
    if (list.children[index] !== entry.element) list.insertBefore(entry.element, list.children[index] ?? null);
  });
  drawMore(all.length);
  drawSum(all.map(([, file]) => file));
}

function replace(old, fresh) {
  const focused = old.contains(document.activeElement);
  const place = focused ? [...old.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  old.replaceWith(fresh);
  if (focused) (fresh.querySelectorAll("button")[place] ?? fresh.querySelector("button"))?.focus();
}

function drawMore(total) {
  byId("more")?.remove();
  if (total <= shown) return;
  const more = button(t("files.more", { count: total - shown }), "", () => {
    shown += PAGE;
    draw();
  });
  byId("list").after(make("div", { class: "more", id: "more" }, more));
}

function drawSum(files) {
  const busy = files.filter((file) => underWay(file) || file.state === "sending");
  const ready = files.filter((file) => file.state === "done");
  const trouble = files.filter((file) => file.state === "withheld" || file.state === "failed");
  const parts = [t("files.ready", { count: ready.length, total: number(files.length) })];
  if (waiting().length > 0) parts.push(t("files.columns", { count: waiting().length }));
  if (trouble.length > 0) parts.push(t("files.trouble", { count: trouble.length }));
  byId("files-sum").textContent = parts.join(" · ");
  const share = (file) => (busy.includes(file) ? (file.state === "reading" ? file.progress ?? 0.5 : 0) : 1);
  const progress = byId("files-bar");
  progress.hidden = busy.length === 0;
  progress.value = files.length ? files.reduce((sum, file) => sum + share(file), 0) / files.length : 0;
  byId("cancel-all").hidden = busy.length === 0;
  byId("columns-all").hidden = waiting().length < 2;
  byId("take-all").disabled = ready.length === 0;
  if (before.busy && busy.length === 0 && files.length > 0) say(t("said.finished", { count: ready.length, trouble: trouble.length }));
  before = { busy: busy.length > 0 };
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(draw);
}

/** Wire the list; `opener` shows a file for review. */
export function startFiles(opener) {
  open = opener;
  whenSending(schedule);
  onState(schedule);
  onLanguage(schedule);
  byId("columns-all").addEventListener("click", takeGuesses);
  byId("cancel-all").addEventListener("click", async () => {
    for (const key of [...sending.keys()]) drop(key);
    const state = await attempt(() => call("POST", "desk/cancel", {}));
    if (state) take(state);
  });
}
