// The page's words in three languages: by the browser's wish, by the switch, remembered.

import { remembered, remember } from "./memory.js";

export const LANGUAGES = ["es", "pt", "en"];

let words = {};
let current = "en";
const listeners = new Set();

/** The language in use. */
export const language = () => current;

/** Call a function now and whenever the language changes. */
export function onLanguage(listener) {
  listeners.add(listener);
  listener();
}

/** The words for a key, with {names} filled in; `count` chooses between singular and plural. Unknown keys give undefined. */
export function lookUp(key, values = {}) {
  let entry = words[key];
  if (entry && typeof entry === "object") entry = entry[new Intl.PluralRules(current).select(values.count ?? 0)] ?? entry.other;
  return entry?.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** The same, for keys that must exist. */
export const t = (key, values) => lookUp(key, values) ?? key;

const shown = (value) => (typeof value === "number" ? number(value) : value);

/** A number as the language writes it. */
export const number = (value, options) => new Intl.NumberFormat(current, { useGrouping: "always", ...options }).format(value);

/** A size in words for people. */
export function size(bytes) {
  const steps = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const options = { style: "unit", unit: steps[step], unitDisplay: step ? "short" : "long", maximumFractionDigits: step > 1 ? 1 : 0 };
  return number(bytes / 1000 ** step, options);
}

/** Fill in the static words below an element: data-t is its text, data-t-<attribute> an attribute. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const [key, attribute] of [["tLabel", "aria-label"], ["tTitle", "title"], ["tPlaceholder", "placeholder"]]) {
    const name = `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    for (const element of root.querySelectorAll(`[${name}]`)) element.setAttribute(attribute, t(element.dataset[key]));
  }
}

/** Change the language; the page follows at once. */
export async function speak(wanted) {
  const answer = await fetch(new URL(`i18n/${wanted}.json`, import.meta.url));
  words = await answer.json();
  current = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted;
  document.title = t("title");
  translate(document);
  for (const listener of listeners) listener();
}

/** The language to begin with: the one chosen before, else the first of the browser's that we speak. */
export function firstLanguage() {
  const wishes = [remembered("language"), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wishes.find((wish) => LANGUAGES.includes(wish)) ?? "en";
}
