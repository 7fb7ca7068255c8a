import { expect, test } from "@playwright/test";
import { serveDemo } from "@/demo/serve";
import { type ApiUser, readEmails, registerUser } from "../support/app/api-user";
import { afterScannerKill } from "../support/app/app-log";
import { type RunningApp, startApp } from "../support/app/running-app";
import { rounds as roundsOf } from "../support/rounds";

/** Each round has two kills. */
const rounds = roundsOf("CHAOS_ROUNDS", { usual: 1, promised: 25 });
test.setTimeout(600_000 + rounds * 180_000);

interface Findings {
  pages: number;
  rules: Record<string, number>;
}

const findingsOf = async (user: ApiUser, auditId: string): Promise<Findings> => {
  const { data } = await user.call("GET", `/api/results/?audit_id=${auditId}`);
  const rules = data.rules as { rule_id: string; nodes: number }[];
  return {
    pages: data.audit.pages_done,
    rules: Object.fromEntries(rules.filter((rule) => rule.nodes > 0).map((rule) => [rule.rule_id, rule.nodes])),
  };
};

const listed = async ({ url }: RunningApp, user: ApiUser, auditId: string): Promise<number> => {
  let count = 0;
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${cursor}` : "";
    const reply = await fetch(`${url}/api/results/${auditId}/issues/?limit=100${query}`, {
      headers: { authorization: `Bearer ${user.access_token}` },
    });
    const body = (await reply.json()) as { data: unknown[]; meta: { next_cursor: string | null } };
    count += body.data.length;
    cursor = body.meta.next_cursor;
  } while (cursor);
  return count;
};

const ended = async (user: ApiUser, auditId: string): Promise<string> => {
  const reply = await user.call("GET", `/api/website-audit/${auditId}/`);
  return reply.status === 200 ? reply.data.status : "unreachable";
};

const napRandomly = (most: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * most));

interface Tally {
  app: number;
  scanner: number;
}

/** Kills the app or its scanner without warning, like a power cut, and restarts the app. */
const strike = async (app: RunningApp, tally: Tally): Promise<void> => {
  const { scanner } = app.pids();
  if (scanner && Math.random() < 0.5) {
    process.kill(scanner, "SIGKILL");
    tally.scanner += 1;
    return;
  }
  tally.app += 1;
  await app.kill();
  await app.restart();
};

test("kill -9 of the app or the scanner at random moments: every job ends, each email is sent once, and no finding is lost or duplicated", async () => {
  const demo = await serveDemo();
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" }, scans: true, mayLog: afterScannerKill });
  const tally: Tally = { app: 0, scanner: 0 };
  try {
    const user = await registerUser(app, "chaos@example.org");
    const options = { max_pages: 4 };
    const start = await user.call("POST", "/api/website-audit/", { url: demo.url, options });
    expect(start.status).toBe(201);
    await expect.poll(() => ended(user, start.data.id)).toBe("completed");
    const calm = await findingsOf(user, start.data.id);
    const calmListed = await listed(app, user, start.data.id);

    for (let round = 0; round < rounds; round++) {
      const audit = await user.call("POST", "/api/website-audit/", { website_id: start.data.website_id, options });
      expect(audit.status).toBe(201);
      await napRandomly(6_000);
      await strike(app, tally);
      await expect.poll(() => ended(user, audit.data.id)).toBe("completed");
      expect(await findingsOf(user, audit.data.id)).toEqual(calm);
      expect(await listed(app, user, audit.data.id)).toBe(calmListed);

      const email = `reader-${round}@example.org`;
      const report = await user.call("POST", "/api/report/", { audit_id: audit.data.id, variant: "full", email });
      expect(report.status).toBe(202);
      await napRandomly(3_000);
      await strike(app, tally);
      const status = async () =>
        (await user.call("GET", `/api/v1/report/${report.data.jobId}`).catch(() => null))?.data?.status;
      await expect.poll(status).toBe("emailed");
    }

    const emails = await readEmails(app);
    for (let round = 0; round < rounds; round++)
      expect(emails.filter(({ to }) => to === `reader-${round}@example.org`)).toHaveLength(1);
    const completions = emails.filter(({ to, text }) => to === user.email && text.includes("/accessibility/audits/"));
    expect(completions).toHaveLength(rounds + 1);
    console.log(
      `${tally.app} kills of the app, ${tally.scanner} of the scanner: ${rounds} audits and ${rounds} reports ended, ${calmListed} findings each time`,
    );
  } finally {
    await app.stop();
    await demo.close();
  }
});
