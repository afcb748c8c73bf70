// Taking results away: all as ZIP, with the report and, if wanted, the annotations.

import { download } from "./api.js";
import { byId, make } from "./dom.js";
import { language, onLanguage, t } from "./i18n.js";
import { attempt, say } from "./say.js";
import { session } from "./session.js";

function radio(group, value, words, checked) {
  return make("label", {}, make("input", { type: "radio", name: group, value, checked }), make("span", {}, words));
}

const chosen = (group) => document.querySelector(`input[name="${group}"]:checked`)?.value ?? "";

function warn() {
  const wanted = chosen("annotations") !== "";
  byId("take-on").hidden = !wanted;
  byId("take-warning").hidden = !wanted || chosen("on") !== "original";
}

function draw() {
  const kinds = ["", ...(session.choices?.annotations ?? [])];
  byId("take-annotations").replaceChildren(
    make("legend", {}, t("take.annotations")),
    ...kinds.map((kind) => radio("annotations", kind, t(`annotations.${kind || "none"}`), kind === "")),
  );
  byId("take-on").replaceChildren(make("legend", {}, t("take.on")), radio("on", "result", t("on.result"), true), radio("on", "original", t("on.original"), false));
  warn();
}

export function startTaking() {
  onLanguage(draw);
  byId("take").addEventListener("change", warn);
  byId("take-all").addEventListener("click", () => {
    draw();
    byId("take").showModal();
  });
  byId("take-go").addEventListener("click", async () => {
    const kind = chosen("annotations");
    const query = `?language=${language()}${kind ? `&annotations=${kind}&on=${chosen("on")}` : ""}`;
    byId("take-go").disabled = true;
    const done = await attempt(() => download(`desk/download${query}`));
    byId("take-go").disabled = false;
    if (done) say(t("said.taken"));
    byId("take").close();
  });
}
