// Choosing a type: a list that narrows while one types, for mouse, finger and keyboard alike.

import { byId, make } from "./dom.js";
import { t } from "./i18n.js";
import { FAMILY_NAMES, familyOf, labelName, labelsInOrder } from "./labels.js";

const dialog = () => byId("types");
let resolve = null;
let active = null;

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function finish(label) {
  const done = resolve;
  resolve = null;
  if (dialog().open) dialog().close();
  done?.(label);
}

function activate(option) {
  active?.setAttribute("aria-selected", "false");
  active = option;
  const field = byId("types-find");
  if (!option) {
    field.removeAttribute("aria-activedescendant");
    return;
  }
  option.setAttribute("aria-selected", "true");
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function draw(wanted, current) {
  const list = byId("types-list");
  list.replaceChildren();
  const labels = labelsInOrder().filter((label) => fold(labelName(label)).includes(fold(wanted)));
  for (const family of FAMILY_NAMES) {
    const members = labels.filter((label) => familyOf(label) === family);
    if (members.length === 0) continue;
    const group = make("div", { role: "group", class: "types-group", "aria-label": t(`family.${family}`) });
    for (const label of members) {
      const option = make("div", { role: "option", id: `type-${label}`, class: `type ${family}`, "aria-selected": "false", data: { label } }, make("span", { class: "dot", "aria-hidden": "true" }), labelName(label));
      option.addEventListener("click", () => finish(label));
      group.append(option);
    }
    list.append(group);
  }
  const options = [...list.querySelectorAll("[role=option]")];
  activate(options.find((option) => option.dataset.label === current) ?? options[0] ?? null);
}

function move(step) {
  const options = [...byId("types-list").querySelectorAll("[role=option]")];
  if (options.length > 0) activate(options[(options.indexOf(active) + step + options.length) % options.length]);
}

/** Ask for a type; gives the label, or null when the person thought better of it. */
export function chooseType(current) {
  finish(null);
  byId("types-find").value = "";
  dialog().showModal();
  draw("", current);
  byId("types-find").focus();
  return new Promise((done) => (resolve = done));
}

export function startTypes() {
  const field = byId("types-find");
  field.addEventListener("input", () => draw(field.value, null));
  field.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) move(steps[event.key]);
    else if (event.key === "Enter") finish(active?.dataset.label ?? null);
    else return;
    event.preventDefault();
  });
  dialog().addEventListener("close", () => dialog().open || finish(null)); // it is told late, when the list may be open again
  dialog().addEventListener("click", (event) => event.target === dialog() && finish(null));
}
