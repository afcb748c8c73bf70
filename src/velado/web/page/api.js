// Calls to the server that this page came from. There is no other address in this program.

import { lookUp, t } from "./i18n.js";

/** What the server refused, with a code that the page has words for. */
export class Refused extends Error {
  constructor(status, code, message, body = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** Words for the person at the page, in their language where there are any. */
  get words() {
    const own = lookUp(`error.${this.code}`);
    if (!own) return this.message || t("error.unknown");
    return ["invalid", "unreadable"].includes(this.code) && this.message ? `${own} (${this.message})` : own;
  }
}

let onLost = () => {};

/** What to do when the session is over or a token is wanted; the call itself still fails. */
export const whenLost = (listener) => {
  onLost = listener;
};

async function refusal(answer) {
  const body = await answer.json().catch(() => ({}));
  const refused = new Refused(answer.status, body.error ?? "unknown", body.message ?? "", body);
  if (answer.status === 401) onLost(refused);
  return refused;
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "offline", "");
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** One call with JSON in and out; null for an answer without content. Throws Refused. */
export async function call(method, path, body) {
  const options = { method };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { "Content-Type": "application/json" };
  }
  const answer = await ask(path, options);
  return answer.status === 204 ? null : answer.json();
}

const fileId = (id) => encodeURIComponent(id);

/** The address of a document of a file. */
export const documentPath = (file, number) => `desk/files/${fileId(file)}/documents/${number}`;

/** The address of a file. */
export const filePath = (file) => `desk/files/${fileId(file)}`;

/** Send one file; `progress` hears the share that is over. Gives `{done, abort}`. */
export function upload(file, progress) {
  const request = new XMLHttpRequest();
  const done = new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => event.lengthComputable && progress(event.loaded / event.total));
    request.addEventListener("error", () => reject(new Refused(0, "offline", "")));
    request.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    request.addEventListener("load", () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // Not JSON: the status says it all.
      }
      if (request.status < 300) resolve(body);
      else {
        const refused = new Refused(request.status, body.error ?? "unknown", body.message ?? "", body);
        if (request.status === 401) onLost(refused);
        reject(refused);
      }
    });
  });
  const form = new FormData();
  form.append("files", file, file.name);
  request.open("POST", "/api/desk/files?columns=ask");
  request.send(form);
  return { done, abort: () => request.abort() };
}

/** Send one file as the only part of a form. Gives the answer's JSON. Throws Refused. */
export async function put(path, file) {
  const body = new FormData();
  body.append("files", file, file.name);
  return (await ask(path, { method: "PUT", body })).json();
}

function nameOf(disposition) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "");
  const quoted = /filename="([^"]*)"/i.exec(disposition ?? "");
  return encoded ? decodeURIComponent(encoded[1]) : quoted ? quoted[1] : "velado";
}

/** Fetch a file and hand it to the browser to save. Fetched first, so that a refusal is told in words and saves nothing. */
export async function download(path) {
  const answer = await ask(path, { method: "GET" });
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = nameOf(answer.headers.get("Content-Disposition"));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
