import { isKeyOf } from "@/server/core/tables";

/** The programs that run rules. An audit can add AccessLint as its second engine. */
export const engines = ["axe-core", "curbcut", "accesslint"] as const;
export type Engine = (typeof engines)[number];

/** The engine that an audit can run in addition to the other engines. */
export const secondEngine: Engine = "accesslint";

/** Reports whether only the second engine reported a finding. */
export const isSeenOnlyBySecond = (seenBy: readonly Engine[] = []): boolean =>
  seenBy.length === 1 && seenBy[0] === secondEngine;

const names: Readonly<Record<Engine, string>> = {
  "axe-core": "axe-core",
  curbcut: "Curbcut",
  accesslint: "AccessLint",
};

/** Returns an engine's display name, or the given name if the engine is unknown. */
export const nameEngine = (engine: string): string => (isKeyOf(names, engine) ? names[engine] : engine);
