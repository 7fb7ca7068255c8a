import { type Permission, permissionSlugs, type Role, roleMay } from "@/server/core/permissions";
import { endSession } from "@/server/domains/identity/auth/sessions";
import type { Route } from "@/server/endpoint/routes";
import { makeAccount, signIn } from "../support/accounts";
import { expect, type OtherOrganisation, type Reply, type RestClient, type SignedIn, test } from "../support/api";
import { callEndpoint, fill, paramsOf, requiredSamples, routes, titleOf } from "../support/endpoints";
import { keyOfParam, makeForeignIds } from "../support/foreign-ids";
import { promisedAccess } from "../support/promised-access";

// Section 4 of the contract, copied here so that each endpoint is tested with each caller against the contract rather
// than the code.

const reading = [
  "websites.read",
  "scans.read",
  "results.read",
  "reports.read",
  "billing.read",
  "org.read",
  "members.read",
  "monitors.read",
  "rum.read",
  "search_perf.read",
  "audit_log.read",
];

const changing = [
  "websites.write",
  "websites.delete",
  "scans.run",
  "scans.cancel",
  "issues.write",
  "reports.create",
  "solutions.create",
  "billing.write",
  "org.write",
  "org.delete",
  "members.invite",
  "members.write",
  "monitors.write",
  "schedules.write",
  "search_perf.write",
  "branding.write",
];

const everything = [...reading, ...changing];

const promised: Readonly<Record<Role, readonly string[]>> = {
  owner: everything,
  admin: everything.filter((slug) => slug !== "org.delete"),
  member: [
    ...reading,
    "scans.run",
    "scans.cancel",
    "websites.write",
    "issues.write",
    "monitors.write",
    "schedules.write",
    "reports.create",
    "solutions.create",
  ],
  viewer: reading,
  billing: ["billing.read", "billing.write", "org.read"],
};

const callers = [
  "anonymous",
  "owner",
  "admin",
  "member",
  "viewer",
  "billing",
  "other organisation",
  "disabled member",
  "ended session",
] as const;
type Caller = (typeof callers)[number];

/** The response to a call with an invalid field: an error about access or, for callers with access, about the field. */
type Answer =
  | "let in"
  | "not signed in"
  | "session over"
  | "lacks permission"
  | "not found"
  | "no signature"
  | "no key"
  | "wrong key";

const isRole = (caller: Caller): caller is Role => caller in promised;

const answerByAccess: Readonly<Record<string, (caller: Caller) => Answer>> = {
  public: () => "let in",
  signature: () => "no signature",
  "service-key": (caller) => (caller === "anonymous" ? "no key" : "wrong key"),
};

const answerTo = (caller: Caller, { declared }: Route): Answer => {
  const { access } = declared;
  const special = answerByAccess[access];
  if (special) return special(caller);
  if (caller === "anonymous") return "not signed in";
  if (caller === "disabled member" || caller === "ended session") return "session over";
  if (access === "session") return "let in";
  if (isRole(caller)) return promised[caller].includes(access) ? "let in" : "lacks permission";
  return declared.path.includes("{") ? "not found" : "let in";
};

const answersBySaying: Readonly<Record<string, Answer>> = {
  "401 token_expired": "session over",
  "401 not_authenticated": "not signed in",
  "404 not_found": "not found",
};

const answersOfService: Readonly<Record<string, Answer>> = {
  "401 not_authenticated": "no key",
  "403 forbidden": "wrong key",
};

const readAnswer = ({ status, body }: Reply, access: string): Answer | string => {
  const { code, details } = body?.error ?? {};
  const said = `${status} ${code}`;
  if (access === "signature") return status === 400 || status === 401 ? "no signature" : said;
  if (access === "service-key") return answersOfService[said] ?? said;
  if (said === "400 invalid_input" && Array.isArray(details)) return "let in";
  const lacking = (details as { permission?: unknown } | null)?.permission;
  if (said === "403 forbidden" && lacking === access) return "lacks permission";
  return answersBySaying[said] ?? said;
};

interface Fixtures {
  as(role: Role): SignedIn;
  org_id: string;
  visitor: RestClient;
  db: Parameters<typeof endSession>[0];
  otherOrganisation(): OtherOrganisation;
}

/** Returns the token of an owner who has just been disabled, or whose session has just been revoked. */
const formerOwner = async ({ org_id, db }: Fixtures, end: "disabled" | "ended"): Promise<string> => {
  const account = await makeAccount({ org_id, role: "owner" });
  const { access_token, session_id } = await signIn(account);
  if (end === "ended") await endSession(db, session_id);
  else
    await db.membership.update({
      where: { org_id_user_id: { org_id, user_id: account.id } },
      data: { disabled_at: new Date() },
    });
  return access_token;
};

const callAs = async (caller: Caller, route: Route, fixtures: Fixtures): Promise<Reply> => {
  const { path } = route.declared;
  const unknown = { no_such_field: "1" };
  if (isRole(caller)) return callEndpoint(fixtures.as(caller), route, fill(path), unknown);
  if (caller === "anonymous") return callEndpoint(fixtures.visitor, route, fill(path), unknown);
  if (caller === "other organisation") {
    const stranger = fixtures.otherOrganisation().as("owner");
    if (answerTo(caller, route) !== "not found") return callEndpoint(stranger, route, fill(path), unknown);
    const ids = await makeForeignIds(fixtures.org_id);
    const values = paramsOf(route).map((param) => [param, ids[keyOfParam(path, param) ?? ""] ?? ""] as const);
    return callEndpoint(stranger, route, fill(path, Object.fromEntries(values)), requiredSamples(route));
  }
  const token = await formerOwner(fixtures, caller === "disabled member" ? "disabled" : "ended");
  return callEndpoint(fixtures.visitor, route, fill(path), unknown, { authorization: `Bearer ${token}` });
};

test("the permission table in the code matches the contract for every permission and role [#131]", () => {
  expect([...permissionSlugs].toSorted()).toEqual(everything.toSorted());
  for (const [role, slugs] of Object.entries(promised))
    for (const slug of everything)
      expect(roleMay(role as Role, slug as Permission), `${role}, ${slug}`).toBe(slugs.includes(slug));
});

test("every endpoint requires exactly the access in the table [P03] [P04] [P06] [P07] [#50] [#53]", () => {
  const promisedByEndpoint = Object.entries(promisedAccess).flatMap(([access, titles]) =>
    titles.map((title) => [title, access]),
  );
  const declared = routes.map((route) => [titleOf(route), route.declared.access]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(promisedByEndpoint));
});

for (const route of routes)
  test(`${titleOf(route)}: each caller gets the response that access "${route.declared.access}" implies [#131]`, async ({
    as,
    org_id,
    visitor,
    db,
    otherOrganisation,
  }) => {
    const fixtures = { as, org_id, visitor, db, otherOrganisation };
    const seen: Record<string, string> = {};
    for (const caller of callers)
      seen[caller] = readAnswer(await callAs(caller, route, fixtures), route.declared.access);
    expect(seen).toEqual(Object.fromEntries(callers.map((caller) => [caller, answerTo(caller, route)])));
  });

test("the matrix has a cell for every endpoint and caller [#75]", () => {
  expect(routes.filter(({ declared }) => declared.path.startsWith("/api/organisations/")).length).toBeGreaterThan(15);
  const cells = routes.length * callers.length;
  process.stdout.write(`permission matrix: ${routes.length} endpoints × ${callers.length} callers = ${cells} cells\n`);
});
