import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import { revokeConsentAtGoogle } from "@/inngest/functions/disconnect-services";
import { openRefresh } from "@/server/domains/monitoring/search-performance/tokens";
import { drainOutbox } from "@/server/endpoint/event-outbox";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { purgeOldRows } from "@/tests/support/purge";
import { answerConsent, type GoogleServer, leaveGoogle, startGoogle, useGoogle } from "@/tests/support/search-console";

test.use({ alone: "jobs" });

let google: GoogleServer;
let runner: Awaited<ReturnType<typeof startEmbeddedRunner>>;

test.beforeAll(async ({ database }) => {
  google = await startGoogle();
  useGoogle(google);
  runner = await startEmbeddedRunner({
    database,
    client: inngest,
    functions: [revokeConsentAtGoogle],
    backoffMs: () => 20,
  });
});
test.afterAll(async () => {
  await runner.stop();
  leaveGoogle();
  google.stop();
});

const connect = async (client: SignedIn): Promise<void> => {
  const page = await client.get("/api/search-perf/auth");
  await client.get(await answerConsent(page.headers.get("location") ?? ""));
};

test("disconnecting revokes access at Google, even if the first few attempts fail @long", async ({
  as,
  org_id,
  db,
}) => {
  await connect(as("owner"));
  const { refresh_token } = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  const token = await openRefresh(org_id, refresh_token);
  for (const status of [500, 503]) google.plannedErrors.push({ kind: "refuse", status, path: "/revoke" });
  expect((await as("owner").delete("/api/search-perf/")).status).toBe(200);
  await drainOutbox();
  await expect.poll(() => google.grants.isLiving(token)).toBe(false);
  expect(google.count("/revoke")).toBe(3);
});

test("purges stored responses after they expire", async ({ org_id, db }) => {
  const row = { org_id, rows: [], expires_at: new Date(Date.now() - 1_000) };
  const old = Array.from({ length: 1_005 }, (_, index) => ({ ...row, query_hash: `old ${index}` }));
  const young = { ...row, query_hash: "young", expires_at: new Date(Date.now() + 60_000) };
  await db.searchPerfResponse.createMany({ data: [...old, young] });
  await purgeOldRows();
  const left = await db.searchPerfResponse.findMany({ where: { org_id } });
  expect(left.map(({ query_hash }) => query_hash)).toEqual(["young"]);
});
