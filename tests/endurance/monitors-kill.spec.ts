import { expect, test } from "@playwright/test";
import { type ApiUser, readEmails, registerUser } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { closePlaces, serve } from "../support/monitors";
import { rounds } from "../support/rounds";

const kills = rounds("MONITOR_KILLS", { usual: 2, promised: 12 });
const count = 12;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Seen {
  id: string;
  status: string;
}

const statuses = async ({ call }: ApiUser): Promise<string[]> =>
  (await call("GET", "/api/monitors/?limit=100")).data.map(({ status }: Seen) => status);

/** Changes the interval, which makes each monitor due at once, so that the test doesn't wait for the next check. */
const checkNow = async ({ call }: ApiUser, ids: readonly string[], interval_seconds: number): Promise<void> => {
  for (const id of ids) expect((await call("PATCH", `/api/monitors/${id}/`, { interval_seconds })).status).toBe(200);
};

const subjects = async (app: RunningApp, email: string): Promise<string[]> =>
  (await readEmails(app)).filter(({ to }) => to === email).map(({ subject }) => subject);

test(`kill -9 in the middle of checks, ${kills} times: every incident is opened, ended and emailed once`, async () => {
  test.setTimeout(kills * 60_000 + 60_000);
  let status = 500;
  const { url, count: countRequests } = await serve((_, response) => {
    setTimeout(() => response.writeHead(status).end(), Math.random() * 400);
  });
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" } });
  const user = await registerUser(app, "watching@example.org");
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const monitor = { url: `${url}${index}`, retries: 0, interval_seconds: 20, timeout_ms: 1_000, channels: ["mail"] };
    ids.push((await user.call("POST", "/api/monitors/", monitor)).data.id);
  }
  const delays: number[] = [];
  let ended = 0;
  for (let round = 0; round < kills; round += 1) {
    const before = countRequests();
    status = round % 2 === 0 ? 500 : 200;
    await checkNow(user, ids, 21 + round);
    await expect.poll(countRequests, { intervals: [5] }).toBeGreaterThan(before);
    const delay = Math.round(Math.random() * 600);
    delays.push(delay);
    await wait(delay);
    await app.kill();
    await app.restart();
    const wanted = new Array(count).fill(status === 500 ? "down" : "up");
    await expect.poll(() => statuses(user)).toEqual(wanted);
    if (status === 200) ended += 1;
  }
  const opened = Math.ceil(kills / 2);
  for (const id of ids) {
    const incidents = (await user.call("GET", `/api/monitors/${id}/incidents/?limit=100`)).data;
    expect(incidents).toHaveLength(opened);
    expect(incidents.filter(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toHaveLength(ended);
  }
  const countEmails = async () => {
    const all = await subjects(app, user.email);
    return ["Down:", "Recovered:"].map((word) => all.filter((subject) => subject.startsWith(word)).length);
  };
  await expect.poll(countEmails).toEqual([opened * count, ended * count]);
  const { code } = await app.stop();
  expect(code).toBe(0);
  expect(await countEmails()).toEqual([opened * count, ended * count]);
  await closePlaces();
  console.log(
    `killed ${delays.join(", ")} ms after a check began: ${opened * count} incidents, ${ended * count} ended, each emailed once`,
  );
});
