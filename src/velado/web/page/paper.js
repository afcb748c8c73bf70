// One document under review: its text, what was found, what stands in its place. Offsets here are JavaScript's.

import { call, documentPath } from "./api.js";
import { fetchCell, isShort } from "./cells.js";
import { breath } from "./dom.js";
import { Offsets } from "./offsets.js";
import { indexAt, rowsOf } from "./rows.js";

const STRETCH = 100_000; // characters of text per call

export class Paper {
  constructor(file, head) {
    this.file = file;
    this.head = head;
    this.text = null;
    this.rows = [];
    this.spans = [];
    this.edits = [];
    this.loading = null;
    this.lead = 0;
    this.begins = false; // a row of a table
    this.rest = []; // the cells of its row that stay
  }

  get number() {
    return this.head.number;
  }

  get path() {
    return documentPath(this.file, this.number);
  }

  get loaded() {
    return this.text !== null;
  }

  /** Fetch text and findings, once. */
  load() {
    this.loading ??= this.#fetch().catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  async #fetch() {
    if (this.head.withheld) {
      this.text = "";
      this.rows = rowsOf("");
      return;
    }
    const cell = isShort(this.head) ? await fetchCell(this.file, this.number) : undefined;
    if (cell) {
      const { text, rest, ...document } = cell;
      this.rest = rest;
      this.#take(text);
      this.adopt(document);
      return;
    }
    const parts = [];
    let start = 0;
    do {
      const part = await call("GET", `${this.path}/text?start=${start}&end=${start + STRETCH}`);
      parts.push(part.text);
      start = part.end;
      if (part.end >= part.length || part.end <= part.start) break;
    } while (true);
    const document = await call("GET", this.path);
    const text = parts.join("");
    await breath(); // each of these takes its time with hundreds of pages
    this.#take(text);
    await breath();
    this.adopt(document);
    await breath();
  }

  // The name of the column before a cell's value is not shown: it stands beside it.
  #take(text) {
    this.offsets = new Offsets(text);
    this.lead = this.offsets.toUnits(this.head.lead);
    this.rows = rowsOf(text);
    this.rows[0].start = Math.min(this.lead, this.rows[0].end);
    this.text = text;
  }

  /** Fetch the findings again. */
  async reload() {
    this.adopt(await call("GET", this.path));
  }

  /** Take over what the server says of this document. */
  adopt(document) {
    const { spans, edits, ...head } = document;
    const here = (entry) => ({ ...entry, start: this.offsets.toUnits(entry.start), end: this.offsets.toUnits(entry.end) });
    this.spans = spans.map(here);
    this.edits = (edits ?? []).map(here);
    this.head = { ...this.head, ...head, spans: spans.length, edited: this.edits.length > 0 };
    this.changes = this.#changes();
  }

  /** Show other spans until the server has answered. */
  suppose(spans) {
    this.spans = spans;
    this.changes = this.#changes();
  }

  // What stands in the place of what, in order and without overlaps: an edit covers the spans inside it.
  #changes() {
    const changes = this.edits.map((edit) => ({ start: edit.start, end: edit.end, text: edit.text, edit: true }));
    for (const span of this.spans) {
      const covered = this.edits.some((edit) => edit.start <= span.start && span.end <= edit.end && edit.start < edit.end);
      if (!covered) changes.push({ start: span.start, end: span.end, text: span.replacement, span });
    }
    return changes.sort((one, other) => one.start - other.start || one.end - other.end);
  }

  /** The entries of a sorted list of stretches that touch `[start, end)`. */
  static touching(entries, start, end) {
    const found = [];
    for (let index = indexAt(entries, start); index < entries.length && entries[index].start < end; index += 1) {
      const entry = entries[index];
      if (entry.end > start || (entry.start === entry.end && entry.start >= start)) found.push(entry);
    }
    return found;
  }

  /** A stretch as the server counts it. */
  points({ start, end }) {
    return { start: this.offsets.toPoints(start), end: this.offsets.toPoints(end) };
  }

  /** The text of a stretch. */
  cut({ start, end }) {
    return this.text.slice(start, end);
  }

  /** The result from a place on. */
  result(from = 0) {
    const pieces = [];
    let position = from;
    for (const change of this.changes) {
      if (change.text === null || change.text === undefined || change.end <= from) continue;
      pieces.push(this.text.slice(position, Math.max(position, change.start)), change.text);
      position = Math.max(position, change.end);
    }
    return [...pieces, this.text.slice(position)].join("");
  }

  /** The span at, or that holds, a place. */
  spanAt(position) {
    const span = this.spans[indexAt(this.spans, position)];
    return span && span.start <= position && position < span.end ? span : undefined;
  }
}
