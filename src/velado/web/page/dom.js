// Elements from code. Content only ever goes in as text: nothing here, or anywhere on the page, parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Properties: `class`, `on` (listeners by event), `data` (data-* attributes), boolean and string attributes;
 * children are nodes or strings.
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon of the sprite in index.html; decorative, so the words beside it or its button's label must say it all. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** A pause in which the browser can paint and answer. */
export const breath = () => (globalThis.scheduler?.yield ? scheduler.yield() : new Promise((done) => setTimeout(done)));
