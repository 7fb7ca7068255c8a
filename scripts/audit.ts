/**
 * npm run audit -- [url]: scans a website and writes a PDF without a running server, or checks a PDF. See --help.
 */
import { parseArguments, UsageError, usage } from "./audit/arguments";
import { createProgress } from "./audit/progress";
import { onEndSignal } from "./support/end-signals";
import { loadEnvFiles } from "./support/load-env-files";

const COULD_NOT_SCAN = 2;

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UsageError ? `${error.message}\nRun npm run audit -- --help for help.` : error.message;
};

const audit = async (): Promise<number> => {
  const args = parseArguments(process.argv.slice(2));
  if (args === "help") {
    console.log(usage);
    return 0;
  }
  loadEnvFiles();
  process.env["LOG_LEVEL"] ??= "silent";
  if (!process.env["NODE_ENV"]) Object.assign(process.env, { NODE_ENV: "production" });
  const stop = new AbortController();
  const stopListening = onEndSignal(() => stop.abort(new Error("Stopped.")));
  const timeUp = args.minutes === null ? null : AbortSignal.timeout(args.minutes * 60_000);
  const terminal = {
    print: (text: string) => console.log(text),
    say: (text: string) => console.error(text),
    progress: createProgress(process.stderr),
    columns: process.stdout.columns,
    folder: process.env["INIT_CWD"] ?? process.cwd(),
  };
  if (args.document !== null) {
    const { auditDocument } = await import("./audit/audit-document");
    return auditDocument(args.document, args, terminal, stop.signal).finally(stopListening);
  }
  if (args.tryJourneys) {
    const { tryJourneys } = await import("./audit/try-journeys");
    return tryJourneys(args, terminal, stop.signal).finally(stopListening);
  }
  const { runAudit } = await import("./audit/run-audit");
  return runAudit(args, terminal, { stop: stop.signal, timeUp }).finally(stopListening);
};

try {
  process.exitCode = await audit();
} catch (error) {
  console.error(explain(error));
  process.exitCode = COULD_NOT_SCAN;
}
