// Where the page begins: language, session, and which of the two views is shown.

import { call, whenLost } from "./api.js";
import { startBringing } from "./bring.js";
import { startColumns } from "./columns.js";
import { byId } from "./dom.js";
import { startFiles } from "./files.js";
import { firstLanguage, language, speak, t } from "./i18n.js";
import { startKeyHelp } from "./keys.js";
import { closeReview, openReview, startReview } from "./review.js";
import { attempt, complain, say, startNotice } from "./say.js";
import { begin, clearEverything, session } from "./session.js";
import { restoreSettings, startSettings } from "./settings.js";
import { startTaking } from "./take.js";
import { startTheme } from "./theme.js";

const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/; // the names of this very computer
const ROUTE = /^#review\/([\w-]+)$/;

// The address names the file under review by its random id, so that a reload and the back button lead where they should.
async function follow() {
  const id = ROUTE.exec(location.hash)?.[1];
  const known = id && session.files.get(id)?.state === "done";
  byId("desk").hidden = Boolean(known);
  byId("review").hidden = !known;
  document.body.classList.toggle("reviewing", Boolean(known));
  if (!known) {
    closeReview();
    return;
  }
  if (!(await openReview(id))) leave();
}

function open(id) {
  location.hash = `review/${id}`;
}

function leave() {
  history.pushState(null, "", "/");
  follow();
  byId("main").focus();
}

// ---- the token, where one is wanted ----

function tokenOfAddress() {
  const found = /^#token=(.+)$/.exec(location.hash);
  if (!found) return undefined;
  history.replaceState(null, "", "/");
  return decodeURIComponent(found[1]);
}

function askForToken() {
  const dialog = byId("enter");
  if (!dialog.open) dialog.showModal();
  byId("enter-token").focus();
}

async function enter(token) {
  try {
    await begin(token);
  } catch (error) {
    if (error.code === "token") {
      if (token !== undefined) byId("enter-wrong").textContent = t("enter.wrong");
      askForToken();
      return;
    }
    complain(error);
    return;
  }
  byId("enter").close();
  byId("enter-token").value = "";
  await restoreSettings();
  await speak(language()); // what depends on the server's choices gets its words now
  await follow();
}

function startEntering() {
  byId("enter").addEventListener("cancel", (event) => event.preventDefault());
  byId("enter-form").addEventListener("submit", (event) => {
    event.preventDefault();
    enter(byId("enter-token").value);
  });
  whenLost((refused) => {
    if (refused.code === "token") askForToken();
    else if (refused.code === "session" && session.settings) location.reload();
  });
}

// ---- the rest of the frame ----

function startDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
  for (const dialog of document.querySelectorAll("dialog:not(#enter)")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.id !== "editor" && dialog.close());
  }
  byId("help-open").addEventListener("click", () => byId("help").showModal());
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (event.key === "?" && !typing) byId("help").showModal();
  });
}

function startClearing() {
  byId("clear").addEventListener("click", () => byId("sure").showModal());
  byId("sure-yes").addEventListener("click", async () => {
    byId("sure").close();
    if (await attempt(clearEverything)) {
      byId("pasted").value = "";
      await restoreSettings();
      say(t("said.cleared"));
      byId("choose").focus();
    }
  });
}

// Where documents go: only a server that nobody else can reach may say that they stay here.
async function promise() {
  const health = await call("GET", "health").catch(() => ({ shared: true }));
  const alone = !health.shared && HERE.test(location.hostname);
  const plain = !alone && location.protocol === "http:";
  byId("promise").dataset.t = alone ? "promise" : plain ? "promise.plain" : "promise.shared";
  if (!plain) return;
  byId("promise-icon").setAttribute("href", "#icon-warning");
  byId("promise").parentElement.classList.add("plain");
}

async function start() {
  await promise();
  await speak(firstLanguage());
  const tongue = byId("tongue");
  tongue.value = language();
  tongue.addEventListener("change", () => attempt(() => speak(tongue.value)));
  startTheme();
  startNotice();
  startDialogs();
  startKeyHelp();
  startBringing(() => !byId("desk").hidden && !document.querySelector("dialog[open]"));
  startFiles(open);
  startColumns();
  startSettings();
  startTaking();
  startReview(leave, open);
  startClearing();
  startEntering();
  addEventListener("hashchange", follow);
  addEventListener("popstate", () => !ROUTE.test(location.hash) && follow());
  await enter(tokenOfAddress());
}

start();
