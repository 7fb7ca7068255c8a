/** Share of findings with a verified fix: by fix family for failing snippets, and by rule for third-party websites */
import { parseArgs } from "node:util";
import { findModel, type Model } from "@/server/adapters/model";
import type { ScannerPort } from "@/server/adapters/scanner";
import { processWide } from "@/server/core/process-wide";
import { type CreatedFix, fixByModel, fixByRules, type Subject } from "@/server/domains/audits/fixes/create-fix";
import { familyOf } from "@/server/domains/audits/fixes/families";
import { createSnippetChecker } from "@/server/scanner/check-snippet";
import { createScanEngine } from "@/server/scanner/engine";
import { createPageFixer } from "@/server/scanner/fix/fix-page";
import { createPageTrials } from "@/server/scanner/fix/try-on-pages";
import { type FailingSnippet, failingSnippets } from "@/tests/fixtures/failing-snippets";
import { replayRepairs } from "@/tests/support/model";
import { measurePageFixes } from "./support/page-fixes";

type Make = (subject: Subject) => Promise<CreatedFix>;

const families = ["alt", "label", "parent", "fallback"] as const;
/**
 * `--rules` and `--pages` restrict the measurement to the given rules, and to pages whose URL contains the given text.
 */
const { values: args } = parseArgs({
  options: { all: { type: "boolean" }, rules: { type: "string" }, pages: { type: "string" } },
});
const verbose = args.all ?? false;
const isPart = args.rules !== undefined || args.pages !== undefined;

const engine = await createScanEngine({ privateHosts: ["*"] });
const check = createSnippetChecker(engine.browsers);
/** Runs the engine in this process instead of in the scanner. */
const scanner: ScannerPort = {
  kind: "embedded",
  location: "this process",
  check,
  fix: createPageFixer(engine),
  tryOnPages: createPageTrials(engine),
  trySignIn: () => Promise.resolve(null),
  tryJourney: () => Promise.resolve(null),
  start: () => Promise.reject(new Error("no scans here")),
  cancel: () => Promise.resolve(),
  health: () => Promise.resolve({ ok: true, browser: {} }),
  onRestart: () => () => undefined,
  stop: () => engine.close(),
};
processWide("scanner").value = scanner;

const run = async (title: string, snippets: readonly FailingSnippet[], make: Make): Promise<void> => {
  const counts = Object.fromEntries(families.map((family) => [family, { all: 0, verified: 0 }]));
  for (const { rule_id, html } of snippets) {
    const family = familyOf(rule_id);
    const count = counts[family];
    if (!count) continue;
    count.all += 1;
    const made = await make({ family, rule_id, html }).catch((error: Error) => error);
    if (!(made instanceof Error) && made.verified) count.verified += 1;
    else if (verbose)
      console.log(`  ${rule_id}: ${made instanceof Error ? made.message : made.finding} ${html.slice(0, 80)}`);
  }
  const total = { all: 0, verified: 0 };
  console.log(`\n${title}`);
  for (const family of families) {
    const { all, verified } = counts[family] ?? total;
    total.all += all;
    total.verified += verified;
    console.log(`  ${family.padEnd(10)} ${verified} of ${all}`);
  }
  console.log(
    `  ${"all".padEnd(10)} ${total.verified} of ${total.all} (${Math.round((100 * total.verified) / total.all)}%)`,
  );
};

const byModel =
  (model: Model): Make =>
  (subject) =>
    fixByModel(model, subject);

const measureSnippets = async (): Promise<void> => {
  await run("Created by rules, without a model", failingSnippets, fixByRules);
  const repaired = failingSnippets.filter(({ repaired: answer }) => answer !== undefined);
  await run(
    "Written by people and passed in as model responses, to test the guard and the verification",
    repaired,
    byModel(replayRepairs()),
  );
  const model = findModel();
  if (model) await run(`Suggested by ${model.name}`, failingSnippets, byModel(model));
  else console.log("\nSuggested by a model: not measured, because OPENAI_API_KEY isn't set.");
};

try {
  if (!isPart) await measureSnippets();
  await measurePageFixes(engine, { verbose, rules: args.rules?.split(",") ?? null, pages: args.pages ?? "" });
} finally {
  await engine.close();
}
