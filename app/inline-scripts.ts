import { earlyKeysScript } from "./_client/early-keys";
import { earlyFormsScript } from "./_ui/early-forms";
import { themeScript } from "./_ui/theme-script";

/** The scripts in the head of every page, in the order in which they run. They are the same on all pages. */
export const inlineScripts: readonly string[] = [themeScript, earlyFormsScript, earlyKeysScript];
