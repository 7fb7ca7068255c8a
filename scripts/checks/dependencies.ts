import { join } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { runNode } from "@/scripts/support/run-command";
import { fromLines, type Outcome, type Step } from "./step";

const Report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string(), severity: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});

const sources = [
  "app",
  "messages",
  "server",
  "start",
  "inngest",
  "emails",
  "demo",
  "scripts",
  "bench",
  "tests",
  "proxy.ts",
];
const command = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");

/**
 * Converts dependency-cruiser's JSON to one line per violation. Reports a problem if dependency-cruiser read no
 * modules.
 */
export const readDependencyReport = (json: string): Outcome => {
  const { summary } = Report.parse(JSON.parse(json));
  if (summary.totalCruised === 0) return fromLines(["dependency-cruiser read no modules"]);
  const lines = summary.violations.map(({ rule, from, to, cycle }) =>
    cycle ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(" → ")}` : `${rule.name}: ${from} → ${to}`,
  );
  return fromLines(lines, `${summary.totalCruised} modules`);
};

const run = async (): Promise<Outcome> => {
  const args = [command, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...sources];
  const { stdout, output } = await runNode(args, { cwd: root });
  try {
    return readDependencyReport(stdout);
  } catch {
    return fromLines([output.trim() || "dependency-cruiser printed no output"]);
  }
};

export const dependencies: Step = { name: "dependencies", run };
