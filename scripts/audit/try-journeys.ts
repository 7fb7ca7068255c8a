import type { Journey, JourneyTrialResult, TriedStep } from "@/server/scanner/contract";
import { JourneyTrialRequest } from "@/server/scanner/contract";
import { createScanEngine } from "@/server/scanner/engine";
import { createJourneyTrial } from "@/server/scanner/journeys/try-journey";
import type { AuditArguments } from "./arguments";
import { openTarget, readFiles, type Terminal, warnWithoutSandbox } from "./run-audit";

const words: Readonly<Record<TriedStep["outcome"], string>> = {
  done: "done",
  failed: "failed",
  not_performed: "not performed",
};

const summariseStep = ({ number, description, outcome, duration_ms, message }: TriedStep): string => {
  const time = duration_ms === null ? "" : `, ${(duration_ms / 1_000).toFixed(1)} s`;
  const place = number === null ? "start page" : `step ${number}`;
  return `  ${place} (${description}): ${words[outcome]}${time}${message === null ? "" : `\n    ${message}`}`;
};

const summariseTrial = ({ name }: Journey, { message, steps, url }: JourneyTrialResult): string =>
  [`${name}: ${message}`, ...steps.map(summariseStep), ...(url === null ? [] : [`  ended on ${url}`])].join("\n");

const exitCode = (trials: readonly JourneyTrialResult[]): 0 | 2 | 3 => {
  if (trials.some(({ outcome }) => outcome === "not_started")) return 2;
  return trials.every(({ outcome }) => outcome === "done") ? 0 : 3;
};

/**
 * Performs the steps of the journeys named on the command line and prints the outcome of each step; with `--json`, as
 * JSON with screenshots. Resolves to the exit code: 0 if all steps worked, 2 if the website couldn't be opened, 3 if a
 * journey failed.
 */
export const tryJourneys = async (args: AuditArguments, terminal: Terminal, stop: AbortSignal): Promise<0 | 2 | 3> => {
  const target = await openTarget(args, terminal);
  try {
    const { journeys, sign_in } = await readFiles(target, args, terminal);
    const engine = await createScanEngine({ privateHosts: ["*"], onBrowser: warnWithoutSandbox(terminal) });
    const attempt = createJourneyTrial(engine);
    const trials: JourneyTrialResult[] = [];
    try {
      for (const journey of journeys) {
        terminal.say(`Trying ${journey.name} on ${target.name} at ${target.url}`);
        const request = { website_url: target.url, device: args.device, language: args.language, journey, sign_in };
        const trial = await attempt(JourneyTrialRequest.parse(request), stop);
        trials.push(trial);
        if (!args.json) terminal.print(summariseTrial(journey, trial));
      }
    } finally {
      await engine.close();
    }
    if (args.json) terminal.print(JSON.stringify(trials, null, 2));
    return exitCode(trials);
  } finally {
    await target.close();
  }
};
