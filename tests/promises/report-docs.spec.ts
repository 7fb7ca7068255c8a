import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { readEmails } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { type StripeServer, startStripe } from "../support/stripe";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "node_modules");
const guide = readFileSync(join(root, "docs/report-service.md"), "utf8");
const apiKey = "the-key-of-the-guide-to-the-reports-0001";

const blocksOf = (language: "sh" | "ts"): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code = ""]) => code);

let folder: string;
let app: RunningApp;
let stripe: StripeServer;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-guide-"));
  stripe = await startStripe();
  const STRIPE_AGENCY_COUPON_ID = stripe.objects.addCoupon({ percent_off: 25 }).id;
  const payments = { STRIPE_SECRET_KEY: stripe.apiKey, STRIPE_BASE_URL: stripe.url, STRIPE_AGENCY_COUPON_ID };
  app = await startApp({ env: { ...payments, API_KEY: apiKey } });
});
test.afterAll(async () => {
  await app?.stop();
  stripe?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (command: string, args: readonly string[]): Promise<{ code: number; printed: string }> => {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, REPORT_URL: app.reportUrl, API_KEY: apiKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exit;
  return { code, printed: out + problems };
};

const isPdf = (name: string): boolean => readFileSync(join(folder, name)).subarray(0, 5).toString() === "%PDF-";

const listEmailsTo = async (address: string): Promise<number> =>
  (await readEmails(app)).filter(({ to }) => to === address).length;

test("the guide's shell commands work as written @long", async () => {
  const blocks = blocksOf("sh");
  expect(blocks.length).toBeGreaterThan(6);
  writeFileSync(join(folder, "guide.sh"), blocks.join("\n"));
  const { code, printed } = await run("sh", ["-eu", "guide.sh"]);
  expect(code, printed).toBe(0);
  expect(printed).not.toContain('"success":false');
  expect(isPdf("report.pdf")).toBe(true);
  expect(await listEmailsTo("owner@customer.example")).toBe(1);
  await expect.poll(() => listEmailsTo("grace@agency.example")).toBe(1);
});

for (const [index, code] of blocksOf("ts").entries())
  test(`TypeScript file ${index + 1} of the guide compiles in strict mode and works as written @long`, async () => {
    const file = join(folder, `file-${index + 1}.mts`);
    writeFileSync(file, code);
    const strict = "--strict --noEmit --pretty false --target es2023 --module nodenext --skipLibCheck --types node";
    const tsc = [
      join(modules, "typescript-native/bin/tsc"),
      ...strict.split(" "),
      "--typeRoots",
      join(modules, "@types"),
    ];
    expect(await run(process.execPath, [...tsc, file])).toEqual({ code: 0, printed: "" });
    const ended = await run(process.execPath, ["--import", join(modules, "tsx/dist/loader.mjs"), file]);
    expect(ended.code, ended.printed).toBe(0);
    expect(ended.printed).not.toBe("");
  });

test("everything that the guide's code sends is received @long", async () => {
  expect(isPdf("snapshot.pdf")).toBe(true);
  for (const address of ["reader@customer.example", "leads@agency.example", "barbara@agency.example"])
    await expect.poll(() => listEmailsTo(address)).toBe(1);
});
