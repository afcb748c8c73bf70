// The keys of the review. They act only while the focus is in the text, so that they never get in the way of typing.

import { byId, make } from "./dom.js";
import { onLanguage, t } from "./i18n.js";

const HELP = [
  ["keys.walk", [["←"], ["→"]]],
  ["keys.doubtful", [["D"], ["⇧", "D"]]],
  ["keys.confirm", [["C"]]],
  ["keys.type", [["T"], ["Enter"]]],
  ["keys.reject", [["X"], ["Del"]]],
  ["keys.everywhere", [["E"]]],
  ["keys.never", [["⇧", "X"]]],
  ["keys.end", [["⇧", "←"], ["⇧", "→"]]],
  ["keys.start", [["Alt", "⇧", "←"], ["Alt", "⇧", "→"]]],
  ["keys.word", [["Ctrl"]]],
  ["keys.mark", [["M"]]],
  ["keys.undo", [["Ctrl", "Z"], ["Ctrl", "⇧", "Z"]]],
  ["keys.find", [["F"]]],
  ["keys.files", [["["], ["]"]]],
  ["keys.help", [["?"]]],
];

/** Fill the help with the keys. */
export function startKeyHelp() {
  onLanguage(() => {
    const list = byId("keys");
    list.replaceChildren();
    for (const [words, ways] of HELP) {
      const names = ways.flatMap((way, index) => [index ? " / " : "", ...way.map((name) => make("kbd", {}, name))]);
      list.append(make("dt", {}, ...names), make("dd", {}, t(words)));
    }
  });
}

function plainKey(event, commands) {
  const upper = event.shiftKey;
  switch (event.key.toLowerCase()) {
    case "arrowright": return commands.walk(1);
    case "arrowleft": return commands.walk(-1);
    case "d": return commands.doubtful(upper ? -1 : 1);
    case "c": return commands.confirm();
    case "t": case "enter": return commands.retype();
    case "x": return upper ? commands.never() : commands.reject();
    case "delete": case "backspace": return commands.reject();
    case "e": return commands.everywhere();
    case "m": return commands.startMarking();
    case "f": case "/": return byId("find-text").focus();
    case "[": return commands.otherFile(-1);
    case "]": return commands.otherFile(1);
    case "escape": return commands.leave();
    default: return false;
  }
}

// While text is selected by key: arrows move or stretch the selection, Enter marks it.
function markingKey(event, commands) {
  const direction = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }[event.key];
  if (direction) return commands.moveMarking(direction, event.shiftKey, event.ctrlKey || event.altKey);
  if (event.key === "Enter" || event.key.toLowerCase() === "m") return commands.mark();
  if (event.key === "Escape") return commands.leave();
  return false;
}

/** Listen to the keys in the text. A command gives false when it has nothing to do with the key. */
export function startKeys(commands) {
  byId("scroller").addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    let done = false;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z") done = shiftKey ? commands.redo() : commands.undo();
    else if ((ctrlKey || metaKey) && key.toLowerCase() === "y") done = commands.redo();
    else if (commands.marking()) done = markingKey(event, commands);
    else if (shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) done = commands.move(altKey ? "start" : "end", key === "ArrowRight" ? 1 : -1, ctrlKey || metaKey);
    else if (!ctrlKey && !altKey && !metaKey) done = plainKey(event, commands);
    else return;
    if (done !== false) event.preventDefault();
  });
}
