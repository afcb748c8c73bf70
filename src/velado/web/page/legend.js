// The legend: which types there are in the file, in which colour, how many of each. A type can be shown alone.

import { byId, make } from "./dom.js";
import { number, t } from "./i18n.js";
import { familyOf, labelName, labelsInOrder } from "./labels.js";

// Counted here when all documents are here, else as the server counted.
function counts(papers, total, file) {
  if (papers.length < total || papers.some((paper) => !paper.loaded)) return new Map(Object.entries(file?.counts ?? {}));
  const found = new Map();
  for (const paper of papers) for (const span of paper.spans) found.set(span.label, (found.get(span.label) ?? 0) + 1);
  return found;
}

/** Draw it; `view.only` is the type that is shown alone, `toggle(label)` changes it. */
export function drawLegend(papers, total, file, view, toggle) {
  const found = counts(papers, total, file);
  const list = byId("legend");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.label : null;
  list.replaceChildren();
  for (const label of labelsInOrder()) {
    const count = found.get(label);
    if (!count) continue;
    const button = make(
      "button",
      { type: "button", class: `chip ${familyOf(label)}`, "aria-pressed": String(view.only === label), title: t("legend.only"), data: { label }, on: { click: () => toggle(label) } },
      make("span", { class: "dot", "aria-hidden": "true" }), labelName(label), make("b", {}, number(count)),
    );
    list.append(make("li", {}, button));
    if (label === focused) button.focus();
  }
}
