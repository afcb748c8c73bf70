// Original and result side by side in one scroller, so that they cannot scroll apart. Long documents are drawn in chunks that
// come when they are near and go when they are far, a few milliseconds of work at a time.

import { byId, make } from "./dom.js";
import { drawRow } from "./drawing.js";
import { t } from "./i18n.js";
import { chunksOf, indexAt } from "./rows.js";
import { cellName, headOf, isCell } from "./table.js";

const BUDGET = 8; // milliseconds of drawing before the browser may answer the person
const NEAR = 900; // pixels beyond the edge that are drawn ahead
const SMALL = 60_000; // units; smaller files stay drawn, so that the browser's own search finds everything

export class Sheet {
  /** `pick(paper, span)` hears clicks on spans, `failed(error)` what could not be loaded, `loaded()` that a document came. */
  constructor({ pick, failed, loaded }) {
    this.scroller = byId("scroller");
    this.pick = pick;
    this.failed = failed;
    this.loaded = loaded;
    this.view = { current: null, only: null };
    this.chunks = [];
    this.byElement = new Map();
    this.queue = new Set();
    this.working = false;
    this.observer = new IntersectionObserver((entries) => this.#seen(entries), { root: this.scroller, rootMargin: `${NEAR}px 0px` });
    addEventListener("resize", () => (this.line = null));
    this.scroller.addEventListener("click", (event) => this.#clicked(event));
    this.scroller.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest?.(".cell");
      this.scroller.dataset.selecting = cell?.classList.contains("result") ? "result" : "original";
    });
  }

  /** Show these documents from the top. */
  show(papers, total, { whole = false, sheets = 0, table = false } = {}) {
    this.observer.disconnect();
    this.byElement.clear();
    this.queue.clear();
    this.chunks = [];
    this.total = total;
    this.line = null;
    this.view = { current: null, only: null, whole, sheets };
    byId("sheet").classList.toggle("table", table);
    this.scroller.replaceChildren();
    this.scroller.scrollTop = 0;
    this.small = total === papers.length && papers.reduce((sum, paper) => sum + paper.head.length, 0) <= SMALL;
    this.append(papers);
  }

  /** Add documents at the end. */
  append(papers) {
    this.#place(papers.flatMap((paper) => (paper.loaded ? this.#cut(paper) : [{ paper, whole: true }])), null);
  }

  #cut(paper) {
    return chunksOf(paper.rows, paper).map((chunk) => ({ paper, first: chunk.first, last: chunk.last }));
  }

  #place(records, before) {
    const fragment = document.createDocumentFragment();
    for (const record of records) {
      record.element = make("div", { class: "chunk" });
      record.element.style.height = `${this.#guess(record)}px`;
      this.byElement.set(record.element, record);
      this.observer.observe(record.element);
      if (this.small) this.queue.add(record);
      fragment.append(record.element);
    }
    const at = before ? this.chunks.indexOf(before) : this.chunks.length;
    this.chunks.splice(at, before ? 1 : 0, ...records);
    if (before) {
      this.observer.unobserve(before.element);
      this.byElement.delete(before.element);
      before.element.replaceWith(fragment);
    } else this.scroller.append(fragment);
    this.#work();
  }

  // Asked once: it has the browser lay everything out.
  get #perLine() {
    this.line ??= Math.max(24, (this.scroller.clientWidth || 800) / (innerWidth < 736 ? 8 : 17));
    return this.line;
  }

  #guess(record) {
    const perLine = this.#perLine;
    const lines = (units) => Math.max(1, Math.ceil(units / perLine));
    if (record.whole) return (isCell(record.paper.head) && !record.paper.begins ? 4 : 40) + lines(record.paper.head.length) * 27;
    let height = 0;
    for (let index = record.first; index < record.last; index += 1) height += 4 + 27 * lines(record.paper.rows[index].end - record.paper.rows[index].start);
    return height;
  }

  #seen(entries) {
    for (const entry of entries) {
      const record = this.byElement.get(entry.target);
      if (!record) continue;
      record.near = entry.isIntersecting;
      if (record.near && (!record.filled || record.dirty)) this.queue.add(record);
      else if (!record.near && record.filled && !this.small && !record.element.contains(document.activeElement)) this.#empty(record, entry.boundingClientRect.height);
    }
    this.#work();
  }

  // The height is that which the observer saw: to ask for it between two of them would lay everything out each time.
  #empty(record, height) {
    record.element.style.height = `${height}px`;
    record.element.replaceChildren();
    record.filled = false;
  }

  async #work() {
    if (this.working) return;
    this.working = true;
    let began = performance.now();
    while (this.queue.size > 0) {
      const record = this.queue.values().next().value;
      this.queue.delete(record);
      // What went out of sight while it waited is not drawn: it would never be taken away again.
      if (!this.byElement.has(record.element) || !(record.near || this.small)) continue;
      if (record.whole) this.#load(record);
      else if (!record.filled || record.dirty) this.#fill(record);
      if (performance.now() - began > BUDGET) {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        began = performance.now();
      }
    }
    this.working = false;
  }

  async #load(record) {
    try {
      await record.paper.load();
    } catch (error) {
      this.failed(error);
      return;
    }
    this.#unfold(record);
    this.loaded(record.paper);
  }

  #unfold(record) {
    if (this.byElement.has(record.element)) this.#place(this.#cut(record.paper), record);
  }

  #fill(record) {
    const { paper, element } = record;
    const focused = element.contains(document.activeElement);
    const rows = document.createDocumentFragment();
    if (record.first === 0) rows.append(...headOf(paper, this.total, this.view));
    if (paper.head.withheld) rows.append(isCell(paper.head) ? cellName(paper) : "", make("p", { class: "paper-withheld" }, t("sheet.withheld")));
    else for (let index = record.first; index < record.last; index += 1) rows.append(drawRow(paper, paper.rows[index], this.view));
    element.replaceChildren(rows);
    element.style.height = "";
    record.filled = true;
    record.dirty = false;
    if (focused) this.#mark(record)?.focus({ preventScroll: true });
  }

  #mark(record) {
    return record.element.querySelector(".original mark.current");
  }

  #clicked(event) {
    if (!getSelection().isCollapsed) return;
    const mark = event.target.closest("mark[data-start]");
    if (!mark) return;
    const record = this.byElement.get(mark.closest(".chunk"));
    const span = record?.paper.spanAt(Number(mark.dataset.start));
    if (span) this.pick(record.paper, span, mark.closest(".result") === null);
  }

  /** Draw a document again after its findings changed: what is in sight at once, the rest when there is time. */
  refresh(paper) {
    for (const record of this.chunks) {
      if (record.paper !== paper || !record.filled) continue;
      record.dirty = true;
      if (record.near) this.queue.add(record);
    }
    this.#work();
  }

  /** Draw everything again, for another language or another type in full colour. */
  refreshAll() {
    for (const paper of new Set(this.chunks.map((record) => record.paper))) this.refresh(paper);
  }

  // The chunk that shows a place of a document, drawn.
  async #chunkAt(paper, position) {
    if (!paper.loaded) {
      await paper.load();
      this.loaded(paper);
    }
    const whole = this.chunks.find((record) => record.paper === paper && record.whole);
    if (whole) this.#unfold(whole);
    const row = indexAt(paper.rows, position);
    const record = this.chunks.find((entry) => entry.paper === paper && entry.first <= row && row < entry.last);
    if (record && (!record.filled || record.dirty)) this.#fill(record);
    return record;
  }

  /** Make a span the current one and bring it into sight. */
  async select(paper, span, focus = true) {
    const former = this.view.current;
    this.view.current = span;
    for (const mark of this.scroller.querySelectorAll("mark.current")) {
      mark.classList.remove("current");
      mark.removeAttribute("aria-current");
      if (mark.closest(".original")) mark.tabIndex = -1;
    }
    if (!span) return;
    const record = await this.#chunkAt(paper, span.start);
    if (!record || this.view.current !== span) return;
    for (const mark of record.element.querySelectorAll(`mark[data-start="${span.start}"]`)) {
      mark.classList.add("current");
      if (!mark.closest(".original")) continue;
      mark.tabIndex = 0;
      mark.setAttribute("aria-current", "true");
    }
    const mark = record.element.querySelector(`.${this.side} mark[data-start="${span.start}"]`) ?? record.element;
    if (former !== span || !this.#inSight(mark)) mark.scrollIntoView({ block: this.#inSight(mark) ? "nearest" : "center" });
    if (focus) this.#mark(record)?.focus({ preventScroll: true });
  }

  /** The side that a narrow window shows. */
  get side() {
    return byId("sheet").dataset.side === "result" && innerWidth < 736 ? "result" : "original";
  }

  #inSight(element) {
    const box = element.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    return box.top >= frame.top && box.bottom <= frame.bottom;
  }

  /** The document at the top of what is in sight, and where in it. */
  top() {
    const frame = this.scroller.getBoundingClientRect();
    for (const record of this.chunks) {
      if (!record.filled || record.element.getBoundingClientRect().bottom <= frame.top) continue;
      for (const cell of record.element.querySelectorAll(".cell.original")) {
        if (cell.getBoundingClientRect().bottom > frame.top + 1) return { paper: record.paper, position: Number(cell.dataset.start) };
      }
      return { paper: record.paper, position: record.paper.rows[record.first]?.start ?? 0 };
    }
    return null;
  }

  // ---- selected text ----

  #offsetIn(cell, node, offset) {
    const range = document.createRange();
    range.setStart(cell, 0);
    range.setEnd(node, offset);
    return Number(cell.dataset.start) + range.toString().length;
  }

  #locate(node, offset) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    let cell = element.closest?.(".cell.original");
    if (cell) return { chunk: cell.closest(".chunk"), position: this.#offsetIn(cell, node, offset) };
    // A selection may end between cells, or in the other column: it then reaches to the end of the original beside it.
    cell = element.closest?.(".row")?.querySelector(".cell.original");
    if (!cell) return null;
    return { chunk: cell.closest(".chunk"), position: Number(cell.dataset.start) + cell.textContent.length };
  }

  /** What is selected of an original: `{paper, start, end}`, or null. */
  selected() {
    const selection = getSelection();
    if (selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!this.scroller.contains(range.startContainer) || this.scroller.dataset.selecting === "result") return null;
    const from = this.#locate(range.startContainer, range.startOffset);
    const to = this.scroller.contains(range.endContainer) ? this.#locate(range.endContainer, range.endOffset) : null;
    const record = from && this.byElement.get(from.chunk);
    if (!record) return null;
    const same = to && this.byElement.get(to.chunk)?.paper === record.paper;
    const end = same ? to.position : record.paper.rows[indexAt(record.paper.rows, from.position)].end;
    return from.position < end ? { paper: record.paper, start: from.position, end } : null;
  }

  #pointIn(element, position) {
    const cells = [...element.querySelectorAll(".cell.original")];
    const cell = cells.findLast((entry) => Number(entry.dataset.start) <= position) ?? cells[0];
    let left = position - Number(cell.dataset.start);
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    for (; node; node = walker.nextNode()) {
      if (left <= node.length) return [node, left];
      left -= node.length;
    }
    return [cell, cell.childNodes.length];
  }

  /** Select text of an original and bring it into sight. */
  async point(paper, start, end) {
    const first = await this.#chunkAt(paper, start);
    const last = await this.#chunkAt(paper, Math.max(start, end - 1));
    if (!first || !last) return;
    this.scroller.dataset.selecting = "original";
    const from = this.#pointIn(first.element, start);
    getSelection().setBaseAndExtent(...from, ...this.#pointIn(last.element, end));
    const element = from[0].nodeType === Node.TEXT_NODE ? from[0].parentElement : from[0];
    if (!this.#inSight(element)) element.scrollIntoView({ block: "center" });
  }
}
