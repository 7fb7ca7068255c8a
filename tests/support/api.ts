import "./environment";
import { expect as playwrightExpect, test as playwrightTest } from "@playwright/test";
import { closeDatabase, type Database, setDatabase } from "@/server/adapters/database";
import type { Role } from "@/server/core/permissions";
import { authenticate } from "@/server/domains/identity/auth/authenticate";
import type { StartedSession } from "@/server/domains/identity/auth/sessions";
import { createRestHandler } from "@/server/endpoint/rest";
import { appRouter } from "@/server/router";
import { type Account, makeAccount, makeOrganisation, signIn } from "./accounts";
import { createRestClient, type Reply, type RestClient, type RestHandler, uniqueAddress } from "./rest-client";
import { openTestDatabase } from "./test-database";

export type { Reply, RestClient } from "./rest-client";

export interface SignedIn extends RestClient {
  /** Returns the user who makes the calls, created on first use. */
  account(): Promise<Account>;
  session(): Promise<StartedSession>;
}

export interface OtherOrganisation {
  id(): Promise<string>;
  as(role: Role): SignedIn;
}

interface TestFixtures {
  /** Returns the client signed in with this role in the test's own organisation, created on first use. */
  as(role: Role): SignedIn;
  /** Id of the test's own organisation. */
  org_id: string;
  /** A client that isn't signed in. */
  visitor: RestClient;
  /** Creates another organisation, whose data must stay hidden from the test's own organisation. */
  otherOrganisation(): OtherOrganisation;
}

interface WorkerFixtures {
  /**
   * Specs that set the same name, as in `test.use({ alone: "jobs" })`, share a process and a database with each other
   * but with no other spec.
   */
  alone: string;
  database: Database;
  db: Database["prisma"];
  rest: RestHandler;
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const clientsOf = (rest: RestHandler, orgId: () => Promise<string>): ((role: Role) => SignedIn) => {
  const clients = new Map<Role, SignedIn>();
  return (role) => {
    const known = clients.get(role);
    if (known) return known;
    const ip = uniqueAddress();
    const account = once(async () => makeAccount({ org_id: await orgId(), role }));
    const session = once(async () => signIn(await account()));
    const client = createRestClient(rest, async () => ({
      authorization: `Bearer ${(await session()).access_token}`,
      "x-client-ip": ip,
    }));
    const signedIn = { ...client, account, session };
    clients.set(role, signedIn);
    return signedIn;
  };
};

/** Tests against the whole app in this process: real handler, real database, no job engine. */
export const test = playwrightTest.extend<TestFixtures, WorkerFixtures>({
  alone: ["", { scope: "worker", option: true }],
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const { database, release } = await openTestDatabase();
      setDatabase(database);
      await use(database);
      await closeDatabase();
      await release();
    },
    { scope: "worker", auto: true },
  ],
  db: [async ({ database }, use) => use(database.prisma), { scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  rest: [async ({}, use) => use(createRestHandler(appRouter, authenticate)), { scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  org_id: async ({}, use) => use(await makeOrganisation()),
  as: async ({ rest, org_id }, use) => use(clientsOf(rest, async () => org_id)),
  visitor: async ({ rest }, use) => {
    const ip = uniqueAddress();
    await use(createRestClient(rest, async () => ({ "x-client-ip": ip })));
  },
  otherOrganisation: async ({ rest }, use) =>
    use(() => {
      const id = once(() => makeOrganisation("Another organisation"));
      return { id, as: clientsOf(rest, id) };
    }),
});

const differenceOf = (seen: Record<string, unknown>, wanted: Record<string, unknown>): string | null => {
  try {
    playwrightExpect(seen).toMatchObject(wanted);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

export const expect = playwrightExpect.extend({
  /** Expects the error envelope with this status and code; `details` can be a subset. */
  toFail(reply: Reply, status: number, code: string, details?: unknown) {
    const wanted = { status, body: { success: false, data: null, error: { code, ...(details ? { details } : {}) } } };
    const difference = differenceOf({ status: reply.status, body: reply.body }, wanted);
    return {
      pass: difference === null,
      message: () => difference ?? `expected the reply not to fail with ${status} ${code}`,
    };
  },
});
