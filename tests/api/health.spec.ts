import { reportJobsHealth } from "@/server/core/jobs-health";
import { expect, test } from "@/tests/support/api";

const withScanner = async (healthy: () => Promise<boolean>, work: () => Promise<void>): Promise<void> => {
  const globals = globalThis as { curbcutScanner?: unknown };
  globals.curbcutScanner = { kind: "remote", location: "http://scanner.example", healthy };
  try {
    await work();
  } finally {
    delete globals.curbcutScanner;
  }
};

test("the process says that it lives, to anybody", async ({ visitor }) => {
  for (const path of ["/api/health", "/api/health/"]) {
    const reply = await visitor.get(path);
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({ status: "alive" });
  }
});

test("it is ready when database, jobs, store and scanner answer", async ({ visitor }) => {
  reportJobsHealth(() => ({ kind: "embedded", ok: true }));
  await withScanner(
    async () => true,
    async () => {
      const reply = await visitor.get("/api/ready");
      expect(reply.status).toBe(200);
      expect(reply.data).toEqual({
        database: { ok: true, kind: "pglite" },
        jobs: { ok: true, kind: "embedded" },
        store: { ok: true, kind: "files" },
        scanner: { ok: true, kind: "remote" },
      });
    },
  );
});

for (const [what, healthy] of [
  ["says no", async () => false],
  ["fails", () => Promise.reject(new Error("secret address"))],
] as const)
  test(`a scanner that ${what} makes it 503 and is named, nothing of its failure is told`, async ({ visitor }) => {
    reportJobsHealth(() => ({ kind: "embedded", ok: true }));
    await withScanner(healthy, async () => {
      const reply = await visitor.get("/api/ready");
      expect(reply).toFail(503, "unavailable", { scanner: { ok: false }, database: { ok: true }, jobs: { ok: true } });
      expect(JSON.stringify(reply.body)).not.toContain("secret");
    });
  });

test("a job runner that stands still makes it 503", async ({ visitor }) => {
  reportJobsHealth(() => ({ kind: "inngest", ok: false }));
  await withScanner(
    async () => true,
    async () =>
      expect(await visitor.get("/api/ready")).toFail(503, "unavailable", { jobs: { ok: false, kind: "inngest" } }),
  );
});
