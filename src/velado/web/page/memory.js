// What the browser keeps between visits: settings of the page. Never anything of a document.

const PREFIX = "velado.";

/** A value that was kept, or undefined. A browser that keeps nothing is fine. */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value for the next visit. */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}
