import { expect, test } from "@playwright/test";
import { openDatabase } from "@/server/adapters/database";
import { readEmails, registerUser } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { rounds } from "../support/rounds";

const websites = 10;
/**
 * Milliseconds between the response and the kill in each round: while the job runs, before it begins and near its end.
 */
const delays = [100, 0, 300].slice(0, rounds("DELETION_KILLS", { usual: 1, promised: 3 }));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const leaving = async (app: RunningApp, email: string) => {
  const user = await registerUser(app, email);
  for (let n = 0; n < websites; n++) {
    const added = await user.call("POST", "/api/websites/", { url: `http://127.0.0.1:9/${n}` });
    expect(added.status).toBe(201);
  }
  return user;
};

/** Counts the rows in the database of an app that is not running. */
const count = async ({ dataDir }: RunningApp): Promise<Record<string, number>> => {
  const database = await openDatabase({ dataDir });
  const [row = {}] = await database.sql.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM organisations) AS organisations,
       (SELECT count(*)::int FROM websites) AS websites, (SELECT count(*)::int FROM memberships) AS memberships,
       (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM audit_log) AS audit_log,
       (SELECT count(*)::int FROM email_messages WHERE template = 'account-deleted') AS last_emails`,
  );
  await database.close();
  return row;
};

test("kill -9 during an account deletion: nobody can sign in, everything is deleted, and one last email is sent", async () => {
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" } });
  const left: (number | undefined)[] = [];
  for (const [n, delay] of delays.entries()) {
    const { email, password, call } = await leaving(app, `leaving-${n}@example.org`);
    expect((await call("DELETE", "/api/user/me/")).status).toBe(202);
    await wait(delay);
    await app.kill();
    const held = await count(app);
    left.push(held["websites"]);
    expect(held).toMatchObject({ users: 0, memberships: 0, sessions: 0 });
    await app.restart();
    expect((await call("POST", "/api/auth/login", { email, password })).status).toBe(401);
    const countLastEmails = async () =>
      (await readEmails(app)).filter((message) => message.to === email && message.subject.includes("was deleted"))
        .length;
    await expect.poll(countLastEmails).toBe(1);
  }
  await app.stop();
  const nothing = { users: 0, organisations: 0, websites: 0, memberships: 0, sessions: 0, audit_log: 0 };
  expect(await count(app)).toEqual({ ...nothing, last_emails: delays.length });
  expect(Math.max(...left.map(Number))).toBeGreaterThan(0);
  console.log(
    `killed ${delays.join(", ")} ms after the response: ${left.join(", ")} of ${websites} websites were left`,
  );
});
