// The step before a table is read: which of its columns hold notes, ids, dates, and which stay. The guesses are filled in.

import { call, filePath } from "./api.js";
import { byId, make } from "./dom.js";
import { lookUp, t } from "./i18n.js";
import { reasonWords } from "./reasons.js";
import { attempt, say } from "./say.js";
import { onState, session, take } from "./session.js";
import { plain } from "./visible.js";

const CHOICES = ["notes", "patient", "identity", "date", "keep", "drop"];
const NOBODYS = new Set(["keep", "drop"]);

let file = null;
let chosen = new Map(); // by "table:column", what differs from the guess
const offered = new Set(); // files whose step was opened once: it does not open by itself again
let opening = false; // a step is being fetched: of two files that come together one waits for the other's

const key = (table, column) => `${table}:${column}`;

/** The files that wait for somebody's word on their columns. */
export const waiting = () => [...session.files.values()].filter((entry) => entry.state === "columns");

const roleWords = (role) => lookUp(`role.${role.replaceAll(" ", "_")}`) ?? t("role.unknown");

/** What a column is called: by its name, or by its place where the name might be somebody's. */
export const columnName = (name, number) => (name === null || /^no\. \d+$/.test(name) ? t("columns.number", { number: number ?? name.slice(4) }) : plain(name, 60));

/** The same as an element's content that may break where names of columns have joints. */
export function columnTitle(name, number) {
  const pieces = columnName(name, number).split(/(?<=[_./-])/);
  return pieces.flatMap((piece, place) => (place > 0 ? [make("wbr"), piece] : [piece]));
}

// Who keeps what was taken for somebody's should look twice.
const isRisky = (column, choice) => choice === "keep" && !NOBODYS.has(column.guess);

function line(table, place, column) {
  const words = columnName(column.name, column.number);
  const outcome = make("p", { class: "effect" });
  const known = column.guess === "mixed" ? ["mixed", ...CHOICES] : CHOICES;
  const control = make("select", { "aria-label": t("columns.choose", { name: words }) });
  const current = chosen.get(key(table, place)) ?? column.guess;
  for (const choice of known) {
    control.append(make("option", { value: choice, selected: choice === current }, t(`choice.${choice}`)));
  }
  const row = make("tr", { data: { place: key(table, place) } });
  const draw = () => {
    const choice = control.value;
    const label = t(`choice.${column.guess}`);
    control.options[known.indexOf(column.guess)].textContent = choice === column.guess ? label : t("columns.guessed", { choice: label });
    outcome.textContent = t(isRisky(column, choice) ? "does.risk" : `does.${choice}`);
    row.classList.toggle("risky", isRisky(column, choice));
    row.classList.toggle("changed", choice !== column.guess);
    if (choice === column.guess) chosen.delete(key(table, place));
    else chosen.set(key(table, place), choice);
  };
  control.addEventListener("change", draw);
  draw();
  const why = reasonWords(column.reason);
  const guess = make("p", {}, roleWords(column.role), why ? make("span", { class: "fine why" }, ` ${why}`) : "");
  row.append(make("th", { scope: "row" }, ...columnTitle(column.name, column.number)), make("td", { class: "guess" }, guess), make("td", { class: "choose" }, control), make("td", {}, outcome));
  return row;
}

// Titles above a table pass for a table without a header: nobody need choose for them.
const isTitle = (table) => table.row === 0 && table.rows < 3;

function tablePart(table, number, several) {
  const head = ["columns.name", "columns.guess", "columns.is", "columns.does"].map((words) => make("th", { scope: "col" }, t(words)));
  const body = make("tbody", {}, ...table.columns.map((column, place) => line(number, place, column)));
  const name = table.name ? plain(table.name, 60) : t("columns.table", { number: number + 1 });
  return make(
    "section", {},
    several ? make("h3", {}, name, " · ", t("file.rows", { count: table.rows })) : "",
    make("table", { class: "columns" }, make("thead", {}, make("tr", {}, ...head)), body),
  );
}

/** Show the step for a file. */
export async function openColumns(id) {
  const known = session.files.get(id);
  if (opening || !known || byId("columns").open) return;
  opening = true;
  const answer = await attempt(() => call("GET", `${filePath(id)}/columns`));
  opening = false;
  offered.add(id);
  if (!answer || byId("columns").open) return;
  file = id;
  chosen = new Map();
  answer.tables.forEach((table, number) => table.columns.forEach((column, place) => column.choice && chosen.set(key(number, place), column.choice)));
  const rows = answer.tables.reduce((sum, table) => sum + table.rows, 0);
  byId("columns-file").textContent = `${plain(known.name, 90)} · ${t("file.rows", { count: rows })}`;
  const shown = answer.tables.map((table, number) => [table, number]).filter(([table]) => !isTitle(table));
  byId("columns-tables").replaceChildren(
    ...(shown.length > 0 ? shown.map(([table, number]) => tablePart(table, number, shown.length > 1)) : [make("p", { class: "columns-none" }, t("columns.none"))]),
  );
  byId("columns-tables").scrollTop = 0;
  byId("columns-same").checked = answer.alike > 0;
  byId("columns-same-words").textContent = answer.alike > 0 ? t("columns.alike", { count: answer.alike }) : t("columns.same");
  byId("columns-lost").hidden = known.state === "columns";
  byId("columns").returnValue = "";
  byId("columns").showModal();
  byId("columns-go").focus();
}

async function go() {
  const choices = [...chosen].map(([place, choice]) => {
    const [table, column] = place.split(":").map(Number);
    return { table, column, choice };
  });
  byId("columns-go").disabled = true;
  const state = await attempt(() => call("PUT", `${filePath(file)}/columns`, { choices, same: byId("columns-same").checked }));
  byId("columns-go").disabled = false;
  byId("columns").close("go");
  if (!state) return;
  say(t("said.columns"));
  take(state);
}

/** Go on with the guesses for all files that wait. */
export async function takeGuesses() {
  const state = await attempt(() => call("POST", "desk/again", { files: waiting().map((entry) => entry.id) }));
  if (state) take(state);
}

// A table that has just come asks by itself, unless somebody is busy with something else.
function offer() {
  if (opening || byId("desk").hidden || document.querySelector("dialog[open]") || document.activeElement?.matches("textarea, input")) return;
  const next = waiting().find((entry) => !offered.has(entry.id));
  if (next) openColumns(next.id);
}

export function startColumns() {
  onState(offer);
  byId("columns-go").addEventListener("click", go);
  // Whoever puts it off is left in peace; the button of each file brings it back.
  byId("columns").addEventListener("close", () => byId("columns").returnValue !== "go" && waiting().forEach((entry) => offered.add(entry.id)));
}
