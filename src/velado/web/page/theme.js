// Light or dark: as the system says until the switch is used.

import { byId } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { remember, remembered } from "./memory.js";

const ORDER = ["auto", "light", "dark"];

/** Set the theme and wire its switch, which goes round: as the system, light, dark. */
export function startTheme() {
  const button = byId("theme");
  let theme = ORDER.includes(remembered("theme")) ? remembered("theme") : "auto";
  const show = () => {
    document.documentElement.dataset.theme = theme;
    button.dataset.theme = theme;
    button.title = t(`theme.${theme}`);
    button.setAttribute("aria-label", t(`theme.${theme}`));
  };
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    remember("theme", theme);
    show();
  });
  onLanguage(show);
}
