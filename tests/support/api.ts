import "./environment";
import { expect as playwrightExpect, test as playwrightTest } from "@playwright/test";
import { cloneMemoryDatabase, closeDatabase, type Database, setDatabase } from "@/server/adapters/database";
import { authenticate } from "@/server/auth/authenticate";
import type { Role } from "@/server/auth/permissions";
import type { StartedSession } from "@/server/auth/sessions";
import { createRestHandler } from "@/server/core/rest";
import { appRouter } from "@/server/router";
import { type Account, makeAccount, makeOrganisation, signIn } from "./accounts";
import { createRestClient, type Reply, type RestClient, type RestHandler, uniqueAddress } from "./rest-client";

export type { Reply, RestClient } from "./rest-client";

export interface SignedIn extends RestClient {
  /** The user behind the calls, made with the first use. */
  account(): Promise<Account>;
  session(): Promise<StartedSession>;
}

export interface OtherOrganisation {
  id(): Promise<string>;
  as(role: Role): SignedIn;
}

interface TestFixtures {
  /** A client signed in with this role in the test's own organisation; the same one whenever asked again. */
  as(role: Role): SignedIn;
  /** Id of the test's own organisation. */
  org_id: string;
  /** A client that is not signed in. */
  visitor: RestClient;
  /** One more organisation, that the test's own must not see anything of. */
  otherOrganisation(): OtherOrganisation;
}

interface WorkerFixtures {
  /** `test.use({ alone: "jobs" })`: a process and a database apart, with those specs only that have the same name here. */
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

/** Tests against the whole app in this process: real handler, real database in memory, no job runner. */
export const test = playwrightTest.extend<TestFixtures, WorkerFixtures>({
  alone: ["", { scope: "worker", option: true }],
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern.
    async ({}, use) => {
      const database = await cloneMemoryDatabase();
      setDatabase(database);
      await use(database);
      await closeDatabase();
    },
    { scope: "worker", auto: true },
  ],
  db: [async ({ database }, use) => use(database.prisma), { scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern.
  rest: [async ({}, use) => use(createRestHandler(appRouter, authenticate)), { scope: "worker" }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern.
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
  /** The reply is the error envelope with this status and code; its details may hold more than these. */
  toFail(reply: Reply, status: number, code: string, details?: unknown) {
    const wanted = { status, body: { success: false, data: null, error: { code, ...(details ? { details } : {}) } } };
    const difference = differenceOf({ status: reply.status, body: reply.body }, wanted);
    return {
      pass: difference === null,
      message: () => difference ?? `expected the reply not to fail with ${status} ${code}`,
    };
  },
});
