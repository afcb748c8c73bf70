// The review of one file: which documents it has, which finding is chosen, and what the person does about it.

import { call, download, filePath } from "./api.js";
import { forgetCells } from "./cells.js";
import { byId, make } from "./dom.js";
import { isDoubtful } from "./drawing.js";
import { edit, startEditor } from "./editor.js";
import { startFinding } from "./find.js";
import { onLanguage, t } from "./i18n.js";
import { startKeys } from "./keys.js";
import { drawLegend } from "./legend.js";
import { startMarking } from "./marking.js";
import { changesShown, showChanges, showSpan, startPanel } from "./panel.js";
import { Paper } from "./paper.js";
import { attempt, complain, say } from "./say.js";
import { change, inTurn, save } from "./saving.js";
import { onState, refresh, session, take } from "./session.js";
import { Sheet } from "./sheet.js";
import { added, byHand, moved, retyped, without } from "./spans.js";
import { isCell, isShown, markRows } from "./table.js";
import { chooseType, startTypes } from "./types.js";
import { plain } from "./visible.js";

const HEADS = 2000; // documents that are asked for at once

let file = null;
let heads = [];
let papers = []; // those that are shown
let total = 0;
let whole = false; // whether rows of tables are shown with all their cells
let chosen = { paper: null, span: null };
let rules = [];
let sheet = null;
let drawing = 0;
let forgetSearch = () => {};
let leaveReview = () => {};
let openFile = () => {};

// ---- drawing ----

function drawHead() {
  const known = session.files.get(file);
  if (!known) return;
  byId("review-title").textContent = plain(known.name, 90);
  const edited = papers.some((paper) => paper.edits.length > 0);
  const standing = papers.reduce((sum, paper) => sum + (paper.head.standing ?? 0), 0);
  const parts = [t("file.done", { count: known.spans })];
  if (known.rows > 0) parts.push(t("file.rows", { count: known.rows }));
  else if (total > 1) parts.push(t("file.documents", { count: total }));
  byId("review-sum").textContent = parts.join(" · ");
  byId("undo").disabled = !session.undo;
  byId("redo").disabled = !session.redo;
  byId("doubtful-words").textContent = known.doubtful ? t("review.doubtful", { count: known.doubtful }) : t("review.noDoubts");
  byId("doubtful").disabled = known.doubtful === 0;
  byId("reviewed").setAttribute("aria-pressed", String(known.reviewed));
  byId("edited-note").hidden = !edited;
  byId("edited-words").textContent = standing > 0 ? t("edit.standing", { count: standing }) : t("edit.note");
  byId("edited-note").classList.toggle("bad", standing > 0);
  const others = readyFiles();
  byId("file-before").disabled = others.indexOf(file) <= 0;
  byId("file-after").disabled = others.indexOf(file) >= others.length - 1;
}

const readyFiles = () => [...session.files.values()].filter((entry) => entry.state === "done").map((entry) => entry.id);

function drawPanel() {
  showSpan(chosen.paper, chosen.span, commands, rules);
  if (changesShown()) showChanges(papers, commands);
}

function draw() {
  if (!file) return;
  drawHead();
  drawLegend(papers, total, session.files.get(file), sheet.view, showOnly);
  drawPanel();
}

// Cells come many at a time: what is drawn around them is drawn once.
function drawSoon() {
  drawing ||= requestAnimationFrame(() => {
    drawing = 0;
    draw();
  });
}

function showOnly(label) {
  sheet.view.only = sheet.view.only === label ? null : label;
  sheet.refreshAll();
  draw();
}

// After the server's word on a document: the chosen finding is the one that stands where it stood.
function settled(paper) {
  if (!papers.includes(paper)) return;
  if (chosen.paper === paper && chosen.span) {
    const { start, end } = chosen.span;
    const span = paper.spans.find((entry) => entry.start === start) ?? paper.spans.find((entry) => entry.start < end && start < entry.end) ?? null;
    chosen = { paper, span };
    sheet.view.current = span;
  }
  sheet.refresh(paper);
  draw();
}

// ---- choosing ----

async function choose(paper, span, focus = true) {
  chosen = { paper, span };
  drawPanel();
  byId("panel").classList.toggle("open", Boolean(span));
  await attempt(() => sheet.select(paper, span, focus));
}

// The next finding after (or before) the chosen one that is wanted; documents are loaded on the way where it may be.
async function seek(step, wanted, mayHold) {
  const at = chosen.paper ?? sheet.top()?.paper ?? papers[0];
  if (!at) return false;
  let index = papers.indexOf(at);
  let from = chosen.span ? chosen.span.start : step > 0 ? -1 : Infinity;
  for (let seen = 0; seen <= papers.length; seen += 1) {
    const paper = papers[index];
    if (!paper.loaded && mayHold(paper.head)) await paper.load();
    const spans = paper.loaded ? paper.spans.filter(wanted) : [];
    const found = step > 0 ? spans.find((span) => span.start > from) : spans.findLast((span) => span.start < from);
    if (found) {
      await choose(paper, found);
      return true;
    }
    index = (index + step + papers.length) % papers.length;
    from = step > 0 ? -1 : Infinity;
  }
  return false;
}

const inView = (span) => !sheet.view.only || span.label === sheet.view.only;

// ---- what a person can do ----

function apply(spans, difference, span) {
  const { paper } = chosen;
  if (spans === paper.spans) return;
  chosen = { paper, span };
  sheet.view.current = span;
  save(paper, spans, difference, settled);
  sheet.refresh(paper);
  drawPanel();
}

const neighbour = (paper, span) => paper.spans[paper.spans.indexOf(span) + 1] ?? paper.spans[paper.spans.indexOf(span) - 1] ?? null;

const commands = {
  walk: (step) => void attempt(() => seek(step, inView, (head) => head.spans > 0)),

  async doubtful(step) {
    if (!(await attempt(() => seek(step, isDoubtful, (head) => head.doubtful > 0)))) say(t("said.noDoubts"));
  },

  confirm() {
    const { paper, span } = chosen;
    if (!span) return false;
    const sure = byHand(span.start, span.end, span.label);
    apply(paper.spans.map((other) => (other === span ? { ...sure, replacement: span.replacement } : other)), { add: [sure] }, sure);
    say(t("said.confirmed"));
    return commands.doubtful(1);
  },

  async retype() {
    const { paper, span } = chosen;
    if (!span) return;
    const label = await chooseType(span.label);
    if (label && label !== span.label) {
      const spans = retyped(paper.spans, span, label);
      apply(spans, { add: [{ ...span, label }], remove: [span] }, spans.find((other) => other.start === span.start));
    }
    await sheet.select(paper, chosen.span);
  },

  move(edge, direction, byWord) {
    const { paper, span } = chosen;
    if (!span) return false;
    const spans = moved(paper.text, paper.spans, span, edge, direction, byWord);
    if (spans === paper.spans) return true;
    const fresh = spans[paper.spans.indexOf(span)];
    apply(spans, { add: [fresh], remove: [span] }, fresh);
    say(t("said.now", { text: plain(paper.cut(fresh)) }));
    return true;
  },

  reject() {
    const { paper, span } = chosen;
    if (!span) return false;
    const next = neighbour(paper, span);
    apply(without(paper.spans, span), { remove: [span] }, null);
    say(t("said.rejected"));
    return choose(paper, next);
  },

  everywhere: () => chosen.span && rule("everywhere", chosen.paper, chosen.span, { label: chosen.span.label }),

  never: () => chosen.span && rule("never", chosen.paper, chosen.span, {}),

  undo: () => steps("undo"),
  redo: () => steps("redo"),

  otherFile(step) {
    const others = readyFiles();
    const other = others[others.indexOf(file) + step];
    if (other) openFile(other);
  },

  leave() {
    if (commands.marking()) commands.cancelMarking();
    else if (chosen.span) choose(null, null);
    else leaveReview();
  },

  go({ paper, span, edit: edited }) {
    if (span) return choose(paper, paper.spanAt(span.start) ?? null);
    return sheet.point(paper, edited.start, Math.max(edited.end, edited.start + 1));
  },

  async dropRule(id) {
    if (await attempt(() => call("DELETE", `desk/rules/${encodeURIComponent(id)}`))) await loadRules();
  },
};

async function steps(direction) {
  const answer = await change(`desk/${direction}`, undefined, papers, settled);
  if (!answer) return;
  say(t(`said.${direction}`));
  await loadRules();
}

async function rule(kind, paper, span, more) {
  const { start, end } = paper.points(span);
  const answer = await change(`desk/${kind}`, { file, document: paper.number, start, end, ...more }, papers, settled);
  if (!answer) return;
  const places = answer.changed.length;
  say(t(`said.${kind}`, { count: places, files: new Set(answer.changed.map((entry) => entry.file)).size }));
  await loadRules();
}

async function loadRules() {
  const answer = await attempt(() => call("GET", "desk/rules"));
  rules = answer?.rules ?? [];
  draw();
}

async function add(paper, start, end) {
  const label = await chooseType(null);
  if (!label) return;
  const span = byHand(start, end, label);
  chosen = { paper, span: null };
  getSelection().removeAllRanges();
  apply(added(paper.spans, span), { add: [span], remove: paper.spans.filter((other) => other.start < end && start < other.end) }, span);
  await choose(paper, span);
}

// ---- opening and closing ----

/** Show a file for review. */
export async function openReview(id) {
  file = id;
  chosen = { paper: null, span: null };
  papers = [];
  forgetSearch();
  forgetCells();
  byId("panel").classList.remove("open");
  const answer = await attempt(() => call("GET", `${filePath(id)}/documents?start=0&count=${HEADS}`));
  if (!answer || file !== id) return false;
  total = answer.total;
  heads = answer.documents;
  showPapers();
  loadRules();
  loadHeads(id);
  byId("review-title").focus();
  return true;
}

function papersOf(some) {
  const more = some.filter((head) => isShown(head, whole)).map((head) => new Paper(file, head));
  markRows(more, papers.at(-1));
  return more;
}

function showPapers() {
  const table = heads.some(isCell);
  byId("whole").hidden = !table;
  byId("whole").setAttribute("aria-pressed", String(whole));
  papers = [];
  papers = papersOf(heads);
  sheet.show(papers, heads.length < total ? total : papers.length, { table, whole, sheets: new Set(heads.map((head) => head.sheet)).size });
  draw();
}

// The kept cells of rows come and go. What is being saved must have arrived before the texts are fetched again.
function toggleWhole() {
  inTurn(async () => {
    whole = !whole;
    chosen = { paper: null, span: null };
    await openReview(file);
  });
}

// Files with very many documents (tables) give their heads page by page, behind what is already shown.
async function loadHeads(id) {
  while (file === id && heads.length < total) {
    const answer = await attempt(() => call("GET", `${filePath(id)}/documents?start=${heads.length}&count=${HEADS}`));
    if (!answer || file !== id || answer.documents.length === 0) return;
    heads.push(...answer.documents);
    const more = papersOf(answer.documents);
    papers.push(...more);
    sheet.append(more);
  }
}

/** Forget the file that was reviewed. */
export function closeReview() {
  file = null;
  heads = [];
  papers = [];
  chosen = { paper: null, span: null };
  sheet?.show([], 0);
}

async function editResult() {
  await inTurn(() => {}); // what is being saved belongs to the result
  const top = sheet.top();
  const paper = chosen.paper ?? top?.paper;
  if (!paper?.loaded) return;
  const position = chosen.span?.start ?? (top?.paper === paper ? top.position : 0);
  const own = paper.result(paper.lead);
  const lead = paper.result().slice(0, -own.length || undefined);
  const store = (text) =>
    inTurn(async () => {
      paper.adopt(await call("PUT", `${paper.path}/result`, { revision: paper.head.revision, text: lead + text }));
      settled(paper);
      await refresh();
      return true;
    });
  edit(own, paper.text.length ? position / paper.text.length : 0, store);
}

function dropEdits() {
  inTurn(async () => {
    for (const paper of papers.filter((entry) => entry.edits.length > 0)) {
      paper.adopt(await call("DELETE", `${paper.path}/result`));
      settled(paper);
    }
    await refresh();
  });
}

async function toggleReviewed() {
  const known = session.files.get(file);
  const answer = await attempt(() => call("PUT", `${filePath(file)}/reviewed`, { reviewed: !known.reviewed }));
  if (answer) take({ files: [answer] });
}

function showSide(side) {
  byId("sheet").dataset.side = side;
  for (const name of ["original", "result"]) byId(`side-${name}`).setAttribute("aria-pressed", String(name === side));
}

/** Wire the review; `leave` goes back to the desk, `open(id)` to another file. */
export function startReview(leave, open) {
  leaveReview = leave;
  openFile = open;
  sheet = new Sheet({ pick: (paper, span, focus) => choose(paper, span, focus), failed: complain, loaded: drawSoon });
  startPanel(draw);
  startTypes();
  startEditor();
  Object.assign(commands, startMarking(sheet, () => chosen, add));
  startKeys(commands);
  forgetSearch = startFinding(() => papers, (paper, start, end) => attempt(() => sheet.point(paper, start, end)));
  const clicks = {
    "review-back": leave,
    undo: commands.undo,
    redo: commands.redo,
    doubtful: () => commands.doubtful(1),
    reviewed: toggleReviewed,
    edit: editResult,
    whole: toggleWhole,
    "edit-drop": dropEdits,
    "take-one": () => attempt(() => inTurn(() => download(`${filePath(file)}/download`))),
    "file-before": () => commands.otherFile(-1),
    "file-after": () => commands.otherFile(1),
    "side-original": () => showSide("original"),
    "side-result": () => showSide("result"),
  };
  for (const [id, listener] of Object.entries(clicks)) byId(id).addEventListener("click", listener);
  onState(() => file && drawHead());
  onLanguage(() => {
    if (!file) return;
    sheet.refreshAll();
    draw();
  });
}
