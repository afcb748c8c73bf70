// A table under review: its rows as rows, each cell with the name of its column.

import { columnName, columnTitle } from "./columns.js";
import { make } from "./dom.js";
import { number, t } from "./i18n.js";
import { showText } from "./visible.js";

/** Whether a document is a cell of a table. */
export const isCell = (head) => head.row >= 0;

/** Whether a cell is shown: notes, what was found or withheld; all of them when whole rows are wanted. */
export const isShown = (head, whole) => whole || !isCell(head) || head.note || head.spans > 0 || head.withheld || head.revision > 0;

/** Say for each of some papers in order whether its row begins with it. */
export function markRows(papers, before) {
  for (const paper of papers) {
    const { row, sheet } = paper.head;
    paper.begins = isCell(paper.head) && (before?.head.row !== row || before?.head.sheet !== sheet);
    before = paper;
  }
}

function rowWords(head, sheets) {
  if (head.row === 0) return t("cell.sheets");
  return head.sheet > 0 && sheets > 1 ? t("cell.rowOfSheet", { sheet: head.sheet, row: number(head.row) }) : t("cell.row", { row: number(head.row) });
}

function rest(paper) {
  const list = make("dl", { class: "rest" });
  for (const { column, text } of paper.rest) {
    const value = make("dd", {});
    showText(value, text.length > 200 ? `${text.slice(0, 199)}…` : text);
    list.append(make("div", {}, make("dt", {}, columnName(column)), value));
  }
  return list;
}

/** What stands above a paper: the number of its row, or of the document where there are several. */
export function headOf(paper, total, view) {
  if (!isCell(paper.head)) return total > 1 ? [make("h3", { class: "paper-head" }, t("sheet.document", { number: paper.number + 1, total }))] : [];
  if (!paper.begins) return [];
  const head = make("h3", { class: "paper-head row-head" }, rowWords(paper.head, view.sheets));
  return view.whole && paper.rest.length > 0 ? [head, rest(paper)] : [head];
}

/** The name of a cell's column. */
export function cellName(paper) {
  const { column } = paper.head;
  return make("div", { class: "cell-name" }, ...(column === "" ? [t("cell.title")] : columnTitle(column)));
}
