// How documents are handled. Every change goes to the server at once and is remembered for the next visit.

import { call, put } from "./api.js";
import { byId, make } from "./dom.js";
import { language, lookUp, number, onLanguage, t } from "./i18n.js";
import { remember, remembered } from "./memory.js";
import { attempt, say } from "./say.js";
import { onState, refresh, session, take, underWay } from "./session.js";

// The modes as a person thinks of them, and what the server calls them.
const MODES = [
  { name: "policy", replace: null, style: null },
  { name: "bracket", replace: "label", style: "bracket" },
  { name: "tag", replace: "label", style: "tag" },
  { name: "surrogate", replace: "surrogate", style: null },
  { name: "mask", replace: "mask", style: null },
  { name: "shift_dates", replace: "shift_dates", style: null },
  { name: "generalise", replace: "generalise", style: null },
  { name: "hash", replace: "hash", style: null },
  { name: "remove", replace: "remove", style: null },
];

let modelTimer = 0;

function modeOf(settings) {
  const found = MODES.find((mode) => mode.replace === settings.replace && (mode.style ?? null) === (settings.style ?? null));
  return found ?? MODES.find((mode) => mode.replace === settings.replace) ?? MODES[0];
}

async function change(part) {
  const wanted = { ...session.settings, ...part };
  const settings = await attempt(() => call("PUT", "desk/settings", wanted));
  if (!settings) {
    draw();
    return;
  }
  remember("settings", settings);
  take({ settings });
  await attempt(refresh); // which files this leaves behind
  say(t("said.settings"));
  if ("model" in part) loadModel();
}

function field(id, name, control, ...rest) {
  control.id = id;
  return make("div", { class: "field" }, make("label", { for: id }, name), control, ...rest);
}

function select(options, value, listener) {
  const control = make("select", { on: { change: () => listener(control.value) } });
  for (const [key, words] of options) control.append(make("option", { value: key, selected: key === value }, words));
  return control;
}

function policyField(settings, choices) {
  const description = choices.policies.find((policy) => policy.name === settings.policy)?.description[language()] ?? "";
  const options = choices.policies.map((policy) => [policy.name, lookUp(`policy.${policy.name}`) ?? policy.name]);
  const control = select(options, settings.policy, (policy) => change({ policy }));
  return field("set-policy", t("settings.policy"), control, make("p", { class: "fine" }, description));
}

// The same short sentence in each mode: the quickest way to say what a mode does.
function modeField(settings, choices) {
  const mode = modeOf(settings);
  const known = MODES.filter((entry) => entry.replace === null || choices.strategies.includes(entry.replace));
  const options = known.map((entry) => [entry.name, t(`mode.${entry.name}`)]);
  const control = select(options, mode.name, (name) => {
    const { replace, style } = MODES.find((entry) => entry.name === name);
    change({ replace, style });
  });
  const example = lookUp(`mode.${mode.name}.example`);
  const sample = example ? make("p", { class: "example" }, t("mode.before"), " → ", make("b", {}, example)) : "";
  return field("set-mode", t("settings.mode"), control, sample);
}

function languageField(settings, choices) {
  const options = [["auto", t("language.auto")], ...choices.languages.filter((code) => code !== "auto").map((code) => [code, lookUp(`language.${code}`) ?? code])];
  return field("set-language", t("settings.language"), select(options, settings.language, (code) => change({ language: code })));
}

function thresholdField(settings, choices) {
  const own = choices.threshold[settings.policy] ?? 0.5;
  const value = settings.threshold ?? own;
  const output = make("output", { for: "set-threshold" }, number(value, { style: "percent" }));
  const control = make("input", {
    type: "range", min: "0.05", max: "0.95", step: "0.05", value: String(value), "aria-describedby": "threshold-words",
    on: {
      input: () => (output.textContent = number(Number(control.value), { style: "percent" })),
      change: () => change({ threshold: Math.abs(control.value - own) < 0.001 ? null : Number(control.value) }),
    },
  });
  control.id = "set-threshold";
  return make(
    "div", { class: "field" },
    make("div", { class: "line" }, make("label", { for: "set-threshold", class: "name" }, t("settings.threshold")), output),
    control,
    make("div", { class: "ends", "aria-hidden": "true" }, make("span", {}, t("threshold.low")), make("span", {}, t("threshold.high"))),
    make("p", { class: "fine", id: "threshold-words" }, t("threshold.words")),
  );
}

function modelField(settings, choices) {
  const listed = choices.models.map((entry) => entry.model);
  const other = !listed.includes(settings.model);
  const options = listed.map((model) => [model, lookUp(`model.${model}`) ?? model]);
  if (choices.own_models) options.push(["other", t("model.other")]);
  const name = make("input", { type: "text", spellcheck: "false", autocomplete: "off", value: other ? settings.model : "", "aria-label": t("model.name"), placeholder: t("model.name"), id: "set-model-name", hidden: !other });
  name.addEventListener("change", () => name.value.trim() && change({ model: name.value.trim() }));
  const control = select(options, other ? "other" : settings.model, (model) => {
    name.hidden = model !== "other";
    if (model === "other") name.focus();
    else change({ model });
  });
  const progress = make("progress", { class: "bar", id: "model-bar", max: "1", "aria-label": t("model.loading"), hidden: true });
  const words = make("p", { class: "fine", id: "model-words", role: "status" });
  return field("set-model", t("settings.model"), control, name, progress, words);
}

function recogniserField(settings, choices) {
  const chosen = new Set(settings.recognisers ?? choices.recognisers.map((entry) => entry.name));
  const boxes = make("div", { class: "ticks" });
  for (const { name } of choices.recognisers) {
    const box = make("input", { type: "checkbox", checked: chosen.has(name) });
    box.addEventListener("change", () => {
      box.checked ? chosen.add(name) : chosen.delete(name);
      change({ recognisers: chosen.size === choices.recognisers.length ? null : choices.recognisers.map((entry) => entry.name).filter((other) => chosen.has(other)) });
    });
    boxes.append(make("label", {}, box, lookUp(`recogniser.${name}`) ?? name));
  }
  return make("fieldset", { class: "field" }, make("legend", {}, t("settings.recognisers")), boxes, make("p", { class: "fine" }, t("recognisers.words")));
}

function namesField(settings) {
  const box = make("input", { type: "checkbox", checked: settings.keep_names });
  box.addEventListener("change", () => change({ keep_names: box.checked }));
  return make("div", { class: "field" }, make("label", { class: "choices" }, make("span", { class: "line" }, box, t("settings.names"))), make("p", { class: "fine" }, t("names.words")));
}

// Names and numbers that are known beforehand are searched in all files.
function patientsField() {
  const { patients } = session;
  const chosen = make("input", { type: "file", accept: ".csv,.tsv,.txt", hidden: true, "aria-label": t("settings.patients") });
  chosen.addEventListener("change", async () => {
    const answer = chosen.files.length > 0 && (await attempt(() => put("desk/patients", chosen.files[0])));
    chosen.value = "";
    if (!answer) return;
    take({ patients: answer });
    await attempt(refresh);
    say(t("patients.there", { count: answer.people }));
  });
  const choose = make("button", { type: "button", id: "patients-choose", on: { click: () => chosen.click() } }, t(patients ? "patients.other" : "patients.choose"));
  const remove = make("button", { type: "button", class: "quiet danger", id: "patients-remove", on: { click: removePatients } }, t("patients.remove"));
  const state = patients ? make("p", { class: "example", id: "patients-there" }, t("patients.there", { count: patients.people })) : null;
  return make(
    "div", { class: "field", role: "group", "aria-labelledby": "patients-name" },
    make("p", { class: "name", id: "patients-name" }, t("settings.patients")), make("p", { class: "fine" }, t("patients.words")),
    state, make("div", { class: "line" }, choose, patients ? remove : "", chosen),
  );
}

async function removePatients() {
  if ((await attempt(() => call("DELETE", "desk/patients"))) === undefined) return;
  take({ patients: null });
  await attempt(refresh);
}

function againPart() {
  const stale = [...session.files.values()].filter((file) => file.stale && !underWay(file));
  if (stale.length === 0) return null;
  const apply = make("button", { type: "button", on: { click: () => again(stale) } }, t("settings.again"));
  return make("div", { class: "again" }, make("p", {}, t("settings.stale", { count: stale.length })), apply);
}

async function again(files) {
  const state = await attempt(() => call("POST", "desk/again", { files: files.map((file) => file.id) }));
  if (state) take(state);
}

// A model of one's own may take long to load: ask for it now and show how far it is.
async function loadModel() {
  clearTimeout(modelTimer);
  const { model } = session.settings;
  if (model === "built-in" || model === "none") return;
  if (await attempt(() => call("POST", "desk/model"))) watchModel();
}

async function watchModel() {
  const state = await attempt(() => call("GET", "desk/model"));
  const progress = byId("model-bar");
  if (!state || !progress) return;
  progress.hidden = state.state !== "loading";
  if (state.progress !== null && state.progress !== undefined) progress.value = state.progress;
  byId("model-words").textContent = state.state === "idle" ? "" : t(`model.${state.state}`) + (state.state === "failed" && state.message ? ` (${state.message})` : "");
  if (state.state === "loading") modelTimer = setTimeout(watchModel, 500);
}

let drawn = "";

function draw() {
  const { settings, choices } = session;
  if (!settings || !choices) return;
  const form = byId("settings-form");
  const stale = [...session.files.values()].filter((file) => file.stale && !underWay(file)).length;
  const signature = JSON.stringify([settings, session.patients, stale, language()]);
  if (signature === drawn) return;
  drawn = signature;
  const focused = form.contains(document.activeElement) ? document.activeElement.id : "";
  const wasOpen = byId("deeper")?.open ?? false;
  const deeper = make("details", { class: "deeper", id: "deeper", open: wasOpen }, make("summary", {}, t("settings.deeper")), modelField(settings, choices), recogniserField(settings, choices), namesField(settings));
  form.replaceChildren(
    ...[policyField(settings, choices), modeField(settings, choices), languageField(settings, choices), thresholdField(settings, choices), patientsField(), deeper, againPart()].filter(Boolean),
  );
  if (focused) byId(focused)?.focus();
}

/** Wire the form. On a phone it begins folded. */
export function startSettings() {
  byId("settings").open = !matchMedia("(max-width: 64rem)").matches;
  byId("settings-form").addEventListener("submit", (event) => event.preventDefault());
  onState(draw);
  onLanguage(draw);
}

/** The settings of the last visit, for a session that has nothing in it yet. */
export async function restoreSettings() {
  const wanted = remembered("settings");
  if (!wanted || session.files.size > 0) return;
  try {
    take({ settings: await call("PUT", "desk/settings", { ...session.settings, ...wanted }) });
  } catch {
    remember("settings", null); // what was remembered does not fit this version any more
  }
}
