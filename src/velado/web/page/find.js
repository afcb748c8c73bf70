// Finding words in a document: long ones are never wholly on the page, so the browser's own search would miss them.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

const MOST = 999;

/** Where a text holds the wanted words, whatever their case. Positions are those of the text itself. */
export function placesOf(text, wanted) {
  if (wanted === "") return [];
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"), "giu");
  const places = [];
  for (const match of text.matchAll(pattern)) {
    places.push({ start: match.index, end: match.index + match[0].length });
    if (places.length >= MOST) break;
  }
  return places;
}

/** Wire the search field; `papers()` gives the documents, `show(paper, start, end)` brings a place into sight. */
export function startFinding(papers, show) {
  const field = byId("find-text");
  const hits = byId("find-hits");
  let places = [];
  let at = -1;
  const search = () => {
    const wanted = field.value.trim();
    places = papers().filter((paper) => paper.loaded).flatMap((paper) => placesOf(paper.text, wanted).map((place) => ({ paper, ...place })));
    at = -1;
    hits.textContent = wanted === "" ? "" : t("find.hits", { count: places.length });
  };
  const go = (step) => {
    if (places.length === 0) return;
    at = (at + step + places.length) % places.length;
    hits.textContent = t("find.place", { number: at + 1, total: places.length });
    show(places[at].paper, places[at].start, places[at].end);
  };
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 150);
  });
  byId("find").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (at < 0) search();
    go(1);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      go(-1);
    }
    if (event.key === "Escape") {
      field.value = "";
      search();
      byId("scroller").focus();
    }
  });
  return () => {
    field.value = "";
    search();
  };
}
