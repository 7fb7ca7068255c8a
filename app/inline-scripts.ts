import { earlyKeysScript } from "./_client/early-keys";
import { earlyFormsScript } from "./_ui/early-forms";

/** Runs before the first paint, so that the wrong theme never flashes. The script's hash is in the security policy. */
const themeScript =
  'try{const theme=localStorage.getItem("curbcut-theme");if(theme==="light"||theme==="dark")document.documentElement.dataset.theme=theme}catch{}';

/** The scripts in the head of every page, in the order in which they run. They are the same on all pages. */
export const inlineScripts: readonly string[] = [themeScript, earlyFormsScript, earlyKeysScript];
