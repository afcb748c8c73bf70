// What a document must not do to the page that shows it: characters that turn the reading direction, hide text or print
// nothing are shown by their names. Each takes exactly one unit, so offsets on the page are offsets in the text.

const NAMES = new Map([
  ["\u00ad", "SHY"], ["\u061c", "ALM"], ["\u180e", "MVS"], ["\u200b", "ZWSP"], ["\u200c", "ZWNJ"], ["\u200d", "ZWJ"],
  ["\u200e", "LRM"], ["\u200f", "RLM"], ["\u2028", "LSEP"], ["\u2029", "PSEP"], ["\u202a", "LRE"], ["\u202b", "RLE"],
  ["\u202c", "PDF"], ["\u202d", "LRO"], ["\u202e", "RLO"], ["\u2060", "WJ"], ["\u2066", "LRI"], ["\u2067", "RLI"],
  ["\u2068", "FSI"], ["\u2069", "PDI"], ["\ufeff", "BOM"], ["\u007f", "DEL"], ["\ufffc", "OBJ"],
]);
const HARMFUL = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffc]/g;
const HARMFUL_ONCE = new RegExp(HARMFUL.source);
const STAND_IN = "\u00b7";

function nameOf(character) {
  return NAMES.get(character) ?? `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Put a piece of a document into an element, as text and nothing else. A carriage return at a line's end is not shown. */
export function showText(element, text) {
  if (!HARMFUL_ONCE.test(text)) {
    element.append(text);
    return;
  }
  let position = 0;
  for (const match of text.matchAll(HARMFUL)) {
    if (match.index > position) element.append(text.slice(position, match.index));
    const sign = document.createElement("span");
    const silent = match[0] === "\r";
    sign.className = silent ? "control silent" : "control";
    if (!silent) sign.dataset.name = nameOf(match[0]);
    sign.textContent = STAND_IN;
    element.append(sign);
    position = match.index + 1;
  }
  if (position < text.length) element.append(text.slice(position));
}

/** The same for places that hold plain text only: labels, tool tips, lists. Long pieces are cut. */
export function plain(text, longest = 80) {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return cut.replace(HARMFUL, (character) => (character === "\r" ? "" : `‹${nameOf(character)}›`)).replace(/\s+/g, " ");
}
