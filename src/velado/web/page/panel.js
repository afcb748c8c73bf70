// Beside the text: the chosen finding with what can be done to it, and the list of what is replaced by what.

import { breath, byId, icon, make } from "./dom.js";
import { isDoubtful, percent } from "./drawing.js";
import { lookUp, number, t } from "./i18n.js";
import { familyOf, labelName } from "./labels.js";
import { session } from "./session.js";
import { plain } from "./visible.js";

const MOST = 100; // different replacements that are listed at once

let drawing = 0;

function key(...names) {
  return make("span", { class: "key-hint", "aria-hidden": "true" }, ...names.map((name) => make("kbd", {}, name)));
}

function act(words, hint, listener, properties = {}) {
  return make("button", { type: "button", ...properties, on: { click: listener } }, make("span", {}, words), key(...hint));
}

function confidence(span) {
  if (span.source === "person" || span.source === "review") return make("p", { class: "fine" }, t("panel.byHand"));
  const doubtful = isDoubtful(span);
  const meter = make("meter", { min: "0", max: "1", high: String(session.choices.doubt), optimum: "1", value: String(span.score), "aria-label": t("panel.confidence") });
  const words = `${t(doubtful ? "panel.doubtful" : "panel.sure")} · ${percent(span.score)}`;
  const source = t("panel.source", { source: lookUp(`recogniser.${span.source}`) ?? lookUp(`source.${span.source}`) ?? span.source });
  return make("div", { class: doubtful ? "confidence doubtful" : "confidence" }, make("div", { class: "line" }, make("span", {}, t("panel.confidence")), make("b", {}, words)), meter, span.source ? make("p", { class: "fine" }, source) : null);
}

function edge(name, commands) {
  const one = (sign, direction, byWord) => {
    const words = t(`edge.${name}.${direction > 0 ? "right" : "left"}.${byWord ? "word" : "character"}`);
    return make("button", { type: "button", title: words, "aria-label": words, on: { click: () => commands.move(name, direction, byWord) } }, sign);
  };
  return make("div", { class: "edge", role: "group", "aria-label": t(`edge.${name}`) }, make("span", {}, t(`edge.${name}`)), one("«", -1, true), one("‹", -1, false), one("›", 1, false), one("»", 1, true));
}

function replaced(span) {
  if (span.replacement === null) return make("p", { class: "becomes" }, t("span.kept"));
  const text = span.replacement === undefined ? "…" : span.replacement === "" ? t("span.gone") : plain(span.replacement, 200);
  return make("p", { class: "becomes" }, t("panel.becomes"), " ", make("b", {}, text));
}

/** Show the chosen finding, or what to do when there is none. */
export function showSpan(paper, span, commands, rules) {
  const place = byId("panel-span");
  const held = place.contains(document.activeElement) ? [...place.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  if (!span) {
    place.replaceChildren(make("p", { class: "fine hint" }, t("panel.none")), rulesPart(rules, commands));
    return;
  }
  const type = make("button", { type: "button", class: `chip ${familyOf(span.label)}`, on: { click: commands.retype } }, make("span", { class: "dot", "aria-hidden": "true" }), make("span", {}, labelName(span.label)), key("T"));
  type.setAttribute("aria-label", t("panel.retype", { type: labelName(span.label) }));
  place.replaceChildren(
    make("div", { class: "chosen" }, make("q", {}, plain(paper.cut(span), 300)), replaced(span)),
    type,
    confidence(span),
    make("div", { class: "edges" }, edge("start", commands), edge("end", commands)),
    make(
      "div", { class: "panel-acts" },
      isDoubtful(span) ? act(t("act.confirm"), ["C"], commands.confirm, { class: "primary" }) : null,
      act(t("act.reject"), ["X"], commands.reject),
      act(t("act.everywhere"), ["E"], commands.everywhere),
      act(t("act.never"), ["⇧", "X"], commands.never),
    ),
    rulesPart(rules, commands),
  );
  if (held >= 0) (place.querySelectorAll("button")[held] ?? type).focus();
}

function rulesPart(rules, commands) {
  if (rules.length === 0) return "";
  const list = make("ul", { class: "rules" });
  for (const rule of rules) {
    const words = t(`rule.${rule.kind}`, { text: plain(rule.text, 60), type: rule.label ? labelName(rule.label) : "" });
    const remove = make("button", { type: "button", class: "round", title: t("rule.remove"), "aria-label": `${t("rule.remove")}: ${words}`, on: { click: () => commands.dropRule(rule.id) } }, icon("stop"));
    list.append(make("li", {}, make("span", {}, words), remove));
  }
  return make("section", { class: "rules-part" }, make("h3", {}, t("rule.title")), list);
}

// Equal replacements are one line with a number; the order is that of the text. Thousands are gone through with pauses.
async function grouped(papers) {
  const groups = new Map();
  let seen = 0;
  for (const paper of papers) {
    for (const span of paper.spans) {
      seen += 1;
      if (seen % 1000 === 0) await breath();
      const id = `${span.label}\n${span.replacement}\n${paper.cut(span)}`;
      const group = groups.get(id);
      if (group) group.places.push({ paper, span });
      else groups.set(id, { label: span.label, text: paper.cut(span), replacement: span.replacement, places: [{ paper, span }] });
    }
    for (const edit of paper.edits) groups.set(`${paper.number} ${edit.start}`, { edit, text: paper.cut(edit), replacement: edit.text, places: [{ paper, edit }] });
  }
  return [...groups.values()];
}

/** List what is replaced by what; a click on a line goes to its next place. */
export async function showChanges(papers, commands, most = MOST) {
  const place = byId("panel-changes");
  drawing += 1;
  const turn = drawing;
  const groups = await grouped(papers.filter((paper) => paper.loaded));
  if (turn !== drawing) return; // asked for again meanwhile
  const list = make("ul", { class: "changes" });
  for (const group of groups.slice(0, most)) {
    let next = 0;
    const go = () => {
      commands.go(group.places[next % group.places.length]);
      next += 1;
    };
    const kept = group.replacement === null;
    const after = group.replacement === "" ? "∅" : plain(group.replacement ?? (kept ? group.text : "…"), 90);
    list.append(
      make(
        "li", {},
        make(
          "button", { type: "button", class: "change", on: { click: go } },
          make("span", { class: `tag ${group.edit ? "edited" : familyOf(group.label)}` }, group.edit ? t("changes.edit") : labelName(group.label)),
          group.places.length > 1 ? make("span", { class: "times" }, `×${number(group.places.length)}`) : null,
          make("span", { class: "pair" }, make("del", { class: kept ? "stays" : "" }, plain(group.text, 90)), make("span", { "aria-hidden": "true" }, kept ? " = " : " → "), kept ? make("span", {}, t("changes.kept")) : make("ins", {}, after)),
        ),
      ),
    );
  }
  const more = groups.length > most ? make("button", { type: "button", class: "quiet", on: { click: () => showChanges(papers, commands, most + MOST * 4) } }, t("files.more", { count: groups.length - most })) : null;
  place.replaceChildren(groups.length ? list : make("p", { class: "fine hint" }, t("changes.none")), more ?? "");
}

/** Wire the two tabs; `changed` hears which one is shown. */
export function startPanel(changed) {
  const tabs = [byId("tab-span"), byId("tab-changes")];
  const choose = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    changed(tab.id);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = tabs[1 - tabs.indexOf(tab)];
      choose(other);
      other.focus();
      event.preventDefault();
    });
  }
}

/** Whether the list of changes is the tab in front. */
export const changesShown = () => !byId("panel-changes").hidden;
