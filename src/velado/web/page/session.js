// What the server knows of this session, kept up to date here: files, settings, steps to undo. Everybody else listens.

import { call } from "./api.js";

const PACE = 400; // milliseconds between two looks while something is under way

const listeners = new Set();
let timer = 0;

/** The state as last heard. `files` maps ids to files, in the order they came. */
export const session = { version: 0, files: new Map(), undo: 0, redo: 0, settings: null, patients: null, limits: {}, choices: null };

/** Call a function whenever the state has changed. */
export const onState = (listener) => listeners.add(listener);

/** Whether a file still waits or is being read. */
export const underWay = (file) => file.state === "queued" || file.state === "reading";

function tell() {
  for (const listener of listeners) listener();
}

/** Take over what an answer says of the state; parts of it may be missing. */
export function take(state) {
  // Answers may overtake each other: an old one knows nothing of files that came since, and must not take them off the list.
  const old = state.version !== undefined && state.version < session.version;
  if (state.version !== undefined && !old) session.version = state.version;
  for (const name of ["undo", "redo", "settings", "patients", "limits"]) if (state[name] !== undefined && !old) session[name] = state[name];
  for (const file of state.files ?? []) if (!(file.version < session.files.get(file.id)?.version)) session.files.set(file.id, file);
  if (state.order && !old) session.files = new Map(state.order.filter((id) => session.files.has(id)).map((id) => [id, session.files.get(id)]));
  tell();
  watch();
}

/** Look at the server now. */
export async function refresh() {
  take(await call("GET", `desk/files?since=${session.version}`));
}

// As long as something is under way the server is asked again and again; otherwise it is left in peace.
function watch() {
  if (timer || ![...session.files.values()].some(underWay)) return;
  timer = setTimeout(async () => {
    timer = 0;
    try {
      await refresh();
    } catch (error) {
      if (error.status !== 401) watch();
    }
  }, PACE);
}

/** Begin with a fresh or a former session. Throws Refused when a token is wanted. */
export async function begin(token) {
  const state = token === undefined ? await call("POST", "desk/session") : await call("POST", "desk/login", { token });
  session.version = 0;
  session.files = new Map();
  session.choices = await call("GET", "desk/choices");
  take(state);
}

/** Everything on the server goes, and here. */
export async function clearEverything() {
  clearTimeout(timer);
  timer = 0;
  await call("DELETE", "desk/session");
  session.files = new Map();
  session.version = 0;
  await begin();
}
