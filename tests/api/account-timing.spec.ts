import { goodPassword, makeAccount, uniqueEmail } from "../support/accounts";
import { expect, type RestClient, test } from "../support/api";
import { uniqueAddress } from "../support/rest-client";
import { rounds as roundsOf } from "../support/rounds";

const rounds = roundsOf("TIMING_ROUNDS", { usual: 3, promised: 15 });

type SendRequest = (
  visitor: RestClient,
  email: string,
  headers: Record<string, string>,
) => ReturnType<RestClient["post"]>;

const requests: Readonly<Record<string, SendRequest>> = {
  "POST /api/auth/login, wrong password": (visitor, email, headers) =>
    visitor.post("/api/auth/login", { email, password: "not the password" }, headers),
  "POST /api/auth/forgot-password": (visitor, email, headers) =>
    visitor.post("/api/auth/forgot-password", { email }, headers),
  "POST /api/user/": (visitor, email, headers) =>
    visitor.post("/api/user/", { email, password: goodPassword, name: "Ada" }, headers),
  "POST /api/user/verify-email/": (visitor, email, headers) =>
    visitor.post("/api/user/verify-email/", { email }, headers),
  "POST /api/user/verify-email-otp/": (visitor, email, headers) =>
    visitor.post("/api/user/verify-email-otp/", { email, otp: "000000" }, headers),
};

/**
 * Minimum duration, in ms, of a response that could reveal whether an account exists. The server waits 250 ms, but
 * timers may fire slightly early.
 */
const promisedMs = 248;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const withoutEmail = (email: string, body: unknown): string =>
  JSON.stringify(body)
    .replaceAll(email, "*")
    .replace(/"request_id":"[^"]+"/, "");

test("neither the response nor its timing reveals whether an email address has an account @long", async ({
  visitor,
  org_id,
}) => {
  for (const [title, sendRequest] of Object.entries(requests)) {
    const times: Record<string, number[]> = { verified: [], unverified: [], unknown: [] };
    const answers = new Set<string>();
    for (let round = 0; round < rounds; round++)
      for (const [kind, list] of Object.entries(times)) {
        const email = uniqueEmail();
        if (kind !== "unknown")
          await makeAccount({ org_id, role: "viewer", email, password: goodPassword, verified: kind === "verified" });
        const headers = { "x-client-ip": uniqueAddress() };
        const started = performance.now();
        const reply = await sendRequest(visitor, email, headers);
        list.push(performance.now() - started);
        answers.add(`${reply.status} ${withoutEmail(email, reply.body)}`);
      }
    expect([...answers], title).toHaveLength(1);
    // Checks the fastest call of each kind, because a busy machine only makes calls slower. Requests for a password
    // reset have no minimum duration, because a job does the work.
    if (!title.endsWith("forgot-password"))
      for (const [kind, list] of Object.entries(times))
        expect(Math.min(...list), `${title}, ${kind} [T01]`).toBeGreaterThanOrEqual(promisedMs);
    const figures = Object.entries(times).map(([kind, list]) => `${kind} ${median(list).toFixed(1)} ms`);
    console.log(`${title}: median of ${rounds}: ${figures.join(", ")}`);
  }
});
