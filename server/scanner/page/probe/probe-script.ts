import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { awaitLoad } from "./await-load";
import { notePlaces } from "./note-places";
import { observeMetrics, type PageMetrics } from "./observe-metrics";
import { readContents } from "./read-contents";
import { type PageFacts, readFacts } from "./read-facts";
import { type AxeFindings, type AxeInPage, type AxeLimits, runAxe } from "./run-axe";
import { settlePage } from "./settle-page";

/** What the init script leaves in the top frame of each page. */
export interface Probe {
  load(limits: { maxMs: number }): Promise<boolean>;
  settle(limits: { quietMs: number; maxMs: number }): Promise<void>;
  facts(): PageFacts;
  metrics(): PageMetrics;
  axe(limits: AxeLimits): Promise<AxeFindings>;
}

/** No page should trip over it; not a secret. */
export const PROBE_NAME = "__curbcutProbe__";

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs in the page, last of the init script. The page's own copy of axe, if it has one, stays what it was. */
const install = (
  name: string,
  axe: AxeInPage,
  parts: {
    observeMetrics: typeof observeMetrics;
    awaitLoad: typeof awaitLoad;
    settlePage: typeof settlePage;
    readContents: typeof readContents;
    readFacts: typeof readFacts;
    runAxe: typeof runAxe;
    notePlaces: typeof notePlaces;
  },
) => {
  axe.configure({ branding: { application: "curbcut" }, allowedOrigins: ["<unsafe_all_origins>"] });
  if (window !== window.top) return;
  const probe: Probe = {
    load: parts.awaitLoad,
    settle: parts.settlePage,
    facts: () => ({ ...parts.readFacts(), ...parts.readContents() }),
    metrics: parts.observeMetrics(),
    axe: (limits) => parts.runAxe(axe, limits, parts.notePlaces()),
  };
  Object.defineProperty(window, name, { value: probe });
};

/**
 * The init script of every page and frame: axe-core and our functions, as text. `__name` is a helper that the
 * transpiler calls inside functions and that a page does not have.
 */
export const createProbeScript = (): string => `(() => {
const __name = (value) => value;
${axeSource()}
const axe = window.axe;
delete window.axe;
(${install})(${JSON.stringify(PROBE_NAME)}, axe, {
observeMetrics: ${observeMetrics},
awaitLoad: ${awaitLoad},
settlePage: ${settlePage},
readContents: ${readContents},
readFacts: ${readFacts},
runAxe: ${runAxe},
notePlaces: ${notePlaces},
});
})();`;
