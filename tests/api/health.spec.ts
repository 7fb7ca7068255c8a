import type { ScannerHealth } from "@/server/adapters/scanner/port";
import { processWide } from "@/server/core/process-wide";
import { reportJobsHealth } from "@/server/endpoint/jobs-health";
import { expect, test } from "@/tests/support/api";

const sound = async (): Promise<ScannerHealth> => ({ ok: true, browser: {} });

const withScanner = async (health: () => Promise<ScannerHealth>, work: () => Promise<void>): Promise<void> => {
  const chosen = processWide<unknown>("scanner");
  chosen.value = { kind: "remote", location: "http://scanner.example", health };
  try {
    await work();
  } finally {
    chosen.value = undefined;
  }
};

test("reports to any caller that the process is alive", async ({ visitor }) => {
  for (const path of ["/api/health", "/api/health/"]) {
    const reply = await visitor.get(path);
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({ status: "alive" });
  }
});

test("is ready when the database, job engine, store and scanner respond", async ({ visitor }) => {
  reportJobsHealth(() => ({ kind: "embedded", ok: true }));
  await withScanner(sound, async () => {
    const reply = await visitor.get("/api/ready");
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({
      database: { ok: true, kind: "pglite" },
      keys: { ok: true, kind: "file" },
      jobs: { ok: true, kind: "embedded" },
      store: { ok: true, kind: "files" },
      scanner: { ok: true, kind: "remote" },
    });
  });
});

for (const [what, health] of [
  ["isn't ready", async () => ({ ok: false, browser: {} })],
  ["fails", () => Promise.reject(new Error("secret address"))],
] as const)
  test(`stays ready and reveals no error when the scanner ${what} [H1]`, async ({ visitor }) => {
    reportJobsHealth(() => ({ kind: "embedded", ok: true }));
    await withScanner(health, async () => {
      const reply = await visitor.get("/api/ready");
      expect(reply.status).toBe(200);
      expect(reply.data).toMatchObject({ scanner: { ok: false }, database: { ok: true }, jobs: { ok: true } });
      expect(JSON.stringify(reply.body)).not.toContain("secret");
    });
  });

for (const [browser, scanner] of [
  [{ sandbox: true }, { ok: true, kind: "remote", sandbox: true }],
  [
    { sandbox: false },
    { ok: true, kind: "remote", sandbox: false, problem: expect.stringContaining("without a sandbox") },
  ],
  [
    { problem: "no_sandbox" },
    {
      ok: false,
      kind: "remote",
      problem: expect.stringContaining("because the scanner won't run its browser as root without a sandbox"),
    },
  ],
  [{ problem: "no_browser" }, { ok: false, kind: "remote", problem: expect.stringContaining("found no browser") }],
  [{ problem: "secret_thing" }, { ok: false, kind: "remote", problem: expect.stringContaining("can't start") }],
] as const)
  test(`is ready and reports the state of the scanner's browser: ${JSON.stringify(browser)} [M10]`, async ({
    visitor,
  }) => {
    reportJobsHealth(() => ({ kind: "embedded", ok: true }));
    await withScanner(
      async () => ({ ok: true, browser }),
      async () => {
        const reply = await visitor.get("/api/ready");
        expect(reply.status).toBe(200);
        expect(reply.data).toMatchObject({ database: { ok: true } });
        expect((reply.data as { scanner: unknown }).scanner).toEqual(scanner);
      },
    );
  });

test("never limits how often a load balancer polls [H1]", async ({ visitor }) => {
  reportJobsHealth(() => ({ kind: "embedded", ok: true }));
  await withScanner(sound, async () => {
    for (const path of ["/api/health", "/api/ready"]) {
      const statuses = await Promise.all(Array.from({ length: 700 }, async () => (await visitor.get(path)).status));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});

test("returns 503 when the job engine has stalled", async ({ visitor }) => {
  reportJobsHealth(() => ({ kind: "inngest", ok: false }));
  await withScanner(sound, async () =>
    expect(await visitor.get("/api/ready")).toFail(503, "unavailable", { jobs: { ok: false, kind: "inngest" } }),
  );
});
