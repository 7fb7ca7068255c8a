import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { observeMetrics, type PageMetrics } from "./observe-metrics";
import { readContents } from "./read-contents";
import { type PageFacts, readFacts } from "./read-facts";
import { recordPlaces } from "./record-places";
import { type AxeFindings, type AxeInPage, type AxeLimits, runAxe } from "./run-axe";
import { awaitLoad, waitUntilSettled } from "./wait-until-settled";

/** The functions that the init script provides in our isolated world of each page's top frame. */
export interface Probe {
  load(limits: { maxMs: number }): Promise<boolean>;
  settle(limits: { quietMs: number; maxMs: number }): Promise<void>;
  facts(): PageFacts;
  metrics(): PageMetrics;
  axe(limits: AxeLimits): Promise<AxeFindings>;
}

/** A global in our isolated world, where the page can't see it. */
const PROBE_NAME = "__curbcutProbe__";

/** Returns the expression that calls a function of the probe. */
export const callProbe = <Name extends keyof Probe>(name: Name, ...input: Parameters<Probe[Name]>): string =>
  `globalThis[${JSON.stringify(PROBE_NAME)}].${name}(${input.map((value) => JSON.stringify(value)).join()})`;

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs in the page, at the end of the init script. The page's own copy of axe, if any, is in another world. */
const install = (
  name: string,
  axe: AxeInPage,
  parts: {
    observeMetrics: typeof observeMetrics;
    awaitLoad: typeof awaitLoad;
    waitUntilSettled: typeof waitUntilSettled;
    readContents: typeof readContents;
    readFacts: typeof readFacts;
    runAxe: typeof runAxe;
    recordPlaces: typeof recordPlaces;
  },
) => {
  axe.configure({ branding: { application: "curbcut" }, allowedOrigins: ["<unsafe_all_origins>"] });
  if (window !== window.top) return;
  const probe: Probe = {
    load: parts.awaitLoad,
    settle: parts.waitUntilSettled,
    facts: () => ({ ...parts.readFacts(), ...parts.readContents() }),
    metrics: parts.observeMetrics(),
    axe: (limits) => parts.runAxe(axe, limits, parts.recordPlaces()),
  };
  Object.defineProperty(window, name, { value: probe });
};

/**
 * Returns the init script of every page and frame, for our isolated world: axe-core and our functions, as text.
 * `__name` is a helper that the transpiler calls inside functions and that a page doesn't have.
 */
export const createProbeScript = (): string => `(() => {
const __name = (value) => value;
${axeSource()}
const axe = window.axe;
delete window.axe;
(${install})(${JSON.stringify(PROBE_NAME)}, axe, {
observeMetrics: ${observeMetrics},
awaitLoad: ${awaitLoad},
waitUntilSettled: ${waitUntilSettled},
readContents: ${readContents},
readFacts: ${readFacts},
runAxe: ${runAxe},
recordPlaces: ${recordPlaces},
});
})();`;
