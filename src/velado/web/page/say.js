// Telling the person something: quietly through a live region, or with a bar on top when it went wrong.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

/** For screen readers: what has just happened. */
export function say(words) {
  const place = byId("said");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = words));
}

/** For everybody: something went wrong, and what to do. */
export function complain(error) {
  if (error?.name === "AbortError") return;
  byId("notice-words").textContent = error?.words ?? t("error.unknown");
  byId("notice").hidden = false;
}

/** Run something that asks the server; what it refuses is said in words. Gives undefined then. */
export async function attempt(work) {
  try {
    const answer = await work();
    return answer === undefined ? true : answer;
  } catch (error) {
    complain(error);
    return undefined;
  }
}

export function startNotice() {
  byId("notice-close").addEventListener("click", () => (byId("notice").hidden = true));
}
