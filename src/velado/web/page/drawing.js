// One row of a document as elements: the original with its findings on one side, the result on the other.

import { make } from "./dom.js";
import { number, t } from "./i18n.js";
import { familyOf, labelName } from "./labels.js";
import { Paper } from "./paper.js";
import { session } from "./session.js";
import { cellName, isCell } from "./table.js";
import { plain, showText } from "./visible.js";

/** Whether a person should look at a span. */
export const isDoubtful = (span) => span.score < (session.choices?.doubt ?? 0.8);

/** A score as a person reads it; what somebody set by hand is simply so. */
export const percent = (score) => number(score, { style: "percent", maximumFractionDigits: 0 });

function classes(span, side, view) {
  const names = ["span", familyOf(span.label)];
  if (side === "original" && isDoubtful(span)) names.push("doubt");
  if (span.replacement === null) names.push("kept");
  if (view.only && view.only !== span.label) names.push("dim");
  if (view.current === span) names.push("current");
  return names.join(" ");
}

function spoken(paper, span) {
  const values = { text: plain(paper.cut(span)), type: labelName(span.label), score: percent(span.score) };
  return t(isDoubtful(span) ? "span.doubtful" : "span.spoken", values);
}

function originalMark(paper, span, row, view) {
  const start = Math.max(span.start, row.start);
  const mark = make("mark", { class: classes(span, "original", view), role: "button", "aria-label": spoken(paper, span), tabindex: view.current === span ? "0" : "-1", data: { start: span.start } });
  if (view.current === span) mark.setAttribute("aria-current", "true");
  if (start === span.start) mark.dataset.tag = labelName(span.label);
  else mark.classList.add("goes-on");
  showText(mark, paper.text.slice(start, Math.min(span.end, row.end)));
  return mark;
}

function original(paper, row, view) {
  const cell = make("div", { class: "cell original", data: { start: row.start } });
  let position = row.start;
  for (const span of Paper.touching(paper.spans, row.start, Math.max(row.end, row.start + 1))) {
    if (span.start > row.end || Math.min(span.end, row.end) <= Math.max(span.start, row.start)) continue;
    if (span.start > position) showText(cell, paper.text.slice(position, span.start));
    cell.append(originalMark(paper, span, row, view));
    position = Math.min(span.end, row.end);
  }
  if (position < row.end) showText(cell, paper.text.slice(position, row.end));
  return cell;
}

function resultPiece(paper, change, row, view) {
  if (change.edit) {
    const edit = make("ins", { class: "edit", title: t("edit.mark") });
    showText(edit, change.text);
    return edit;
  }
  const { span } = change;
  const mark = make("mark", { class: classes(span, "result", view), data: { start: span.start } });
  if (span.replacement === undefined) {
    mark.classList.add("waiting");
    mark.textContent = "…";
  } else if (span.replacement === null) {
    mark.title = t("span.kept");
    showText(mark, paper.text.slice(Math.max(change.start, row.start), Math.min(change.end, row.end)));
  } else if (span.replacement === "") {
    mark.classList.add("gone");
    mark.textContent = "∅";
    mark.title = t("span.gone");
  } else showText(mark, span.replacement);
  return mark;
}

function result(paper, row, view) {
  const cell = make("div", { class: "cell result" });
  let position = row.start;
  for (const change of Paper.touching(paper.changes, row.start, row.next)) {
    const kept = !change.edit && change.span.replacement === null;
    const begins = change.start >= row.start;
    if (change.start > position) showText(cell, paper.text.slice(position, Math.min(change.start, row.end)));
    // What runs over several rows stands where it begins; the rows after it show only what follows it.
    if (begins || kept) cell.append(resultPiece(paper, change, row, view));
    position = Math.max(position, change.end);
  }
  if (position < row.end) showText(cell, paper.text.slice(position, row.end));
  return cell;
}

/** A row of a paper. `view` says which span is current and which label alone is in full colour. */
export function drawRow(paper, row, view) {
  const cells = [original(paper, row, view), result(paper, row, view)];
  if (!isCell(paper.head)) return make("div", { class: "row" }, ...cells);
  return make("div", { class: "row labelled" }, row === paper.rows[0] ? cellName(paper) : make("div", {}), ...cells);
}
