import { earlyKeysScript } from "./_client/early-keys";
import { earlyFormsScript } from "./_ui/early-forms";
import { themeScript } from "./_ui/theme-script";

/** The scripts that are in the head of every page and are the same on each, in the order in which they run. */
export const inlineScripts: readonly string[] = [themeScript, earlyFormsScript, earlyKeysScript];
