import { expect, test } from "@playwright/test";
import { openDatabase } from "@/server/adapters/database";
import { registerUser } from "../support/app/api-user";
import { behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { rounds as roundsOf } from "../support/rounds";
import { beaconOf, fromPageOf } from "../support/rum";

const rounds = roundsOf("RUM_KILL_ROUNDS", { usual: 1, promised: 10 });
const senders = 40;
/** Milliseconds between the first acknowledged beacons of a round and the kill. The rounds use these delays in turn. */
const delays = [400, 900, 150, 650];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends beacons from many browsers until the app is killed, and lists those that the app acknowledges. */
const sendUntilGone = async (
  app: RunningApp,
  site: { site_key: string; url: string },
  { round, acknowledged }: { round: number; acknowledged: string[] },
): Promise<void> => {
  const sender = async (name: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const page = `/${round}/${name}/${count}`;
      const body = JSON.stringify(beaconOf(site, { page }));
      const reply = await fetch(`${app.url}/api/rum/`, { method: "POST", body, headers: fromPageOf(site) }).catch(
        () => null,
      );
      if (!reply) return;
      if (reply.status === 204) acknowledged.push(page);
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, name) => sender(name)));
};

test("kill -9 under load: no beacon acknowledged with 204 is lost, and none is stored twice [#77]", async () => {
  test.setTimeout(60_000 + rounds * 30_000);
  const app = await startApp({ env: behindProxy });
  const owner = await registerUser(app, "rum@example.org");
  const website = await owner.call("POST", "/api/websites/", { url: "https://shop.example.org/" });
  const site = await owner.call("POST", "/api/rum/sites/", { website_id: website.data.id });
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const enough = acknowledged.length + senders + 1;
    const sending = sendUntilGone(app, site.data, { round, acknowledged });
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(enough);
    await wait(delays[round % delays.length] ?? 500);
    await app.kill();
    await sending;
    if (round < rounds - 1) await app.restart();
  }
  const database = await openDatabase({ dataDir: app.dataDir });
  const rows = await database.prisma.rumEvent.findMany({ select: { page: true } });
  await database.close();
  const kept = new Set(rows.map(({ page }) => page));
  console.log(`${rounds} kills: ${acknowledged.length} beacons acknowledged, ${rows.length} stored`);
  expect(acknowledged.filter((page) => !kept.has(page))).toEqual([]);
  expect(kept.size).toBe(rows.length);
});
