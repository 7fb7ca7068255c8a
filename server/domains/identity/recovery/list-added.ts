import type { Db } from "@/server/core/context";
import { describeAgent } from "../auth/describe-agent";
import { nameOfProvider } from "../auth/provider-ids";
import { orgsWhere, type Row, type Search } from "./added-row";
import type { Added } from "./contract";
import { listTeammates } from "./list-teammates";

const days = 14;

/** Returns the time after which an addition counts as recent. Older additions are assumed to be the owner's own. */
export const startOfRecent = (): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

export const idOf = ({ kind, key }: Pick<Row, "kind" | "key">): string => `${kind}:${key}`;

/**
 * Finds linked identities, except those that have the account's email address and weren't linked in a session. The
 * excluded identities were linked when the account was created, or were confirmed by email.
 */
const findIdentities = async (db: Db, { person: { id, email }, since }: Search): Promise<Row[]> => {
  const rows = await db.linkedIdentity.findMany({
    where: {
      user_id: id,
      created_at: { gt: since },
      OR: [{ created_by_session: { not: null } }, { email: { not: email } }],
    },
  });
  return rows.map(({ provider, subject, ...row }) => ({
    ...row,
    kind: "identity",
    key: `${provider}/${subject}`,
    label: `${nameOfProvider(provider)}: ${row.email}`,
  }));
};

/** Finds webhooks that were added, or whose URL or secret was changed. */
const findWebhooks = async (db: Db, search: Search): Promise<Row[]> => {
  const { sessions, since } = search;
  const rows = await db.webhookEndpoint.findMany({
    where: {
      org_id: orgsWhere(search, "org.write"),
      OR: [
        { created_at: { gt: since }, created_by_session: { in: sessions } },
        { changed_at: { gt: since }, changed_by_session: { in: sessions } },
      ],
    },
  });
  return rows.map(({ id, url, changed_at, changed_by_session, created_at, created_by_session }) => ({
    kind: "webhook",
    key: id,
    label: url,
    created_at: changed_at ?? created_at,
    created_by_session: changed_by_session ?? created_by_session,
  }));
};

const findFiles = async (db: Db, search: Search): Promise<Row[]> => {
  const { person, sessions, since } = search;
  const { id: user_id, email } = person;
  const reports = await db.reportJob.findMany({
    where: {
      org_id: orgsWhere(search, "reports.create"),
      created_at: { gt: since },
      created_by_session: { in: sessions },
      email: { not: null },
    },
  });
  const exports = await db.dataExport.findMany({
    where: { user_id, created_at: { gt: since }, OR: [{ status: "queued" }, { expires_at: { gt: new Date() } }] },
  });
  return [
    ...reports
      .filter((report) => report.email !== email)
      .map(({ id, url, ...row }) => ({
        ...row,
        kind: "report" as const,
        key: id,
        label: `${url}, ${row.email}`,
      })),
    ...exports.map(({ id, created_at }) => ({
      kind: "export" as const,
      key: id,
      label: email,
      created_at,
      created_by_session: null,
    })),
  ];
};

/**
 * Lists what was added in the last two weeks from the account's own sessions, both to the account and to organisations
 * that the person can change. An intruder could use any of these additions to get back in.
 */
export const listAdded = async (db: Db, person: Search["person"]): Promise<Added[]> => {
  const since = startOfRecent();
  // Leaves out sessions that expired before `since`, because nothing can have been added from them after that.
  const sessions = await db.session.findMany({ where: { user_id: person.id, expires_at: { gt: since } } });
  const memberships = await db.membership.findMany({ where: { user_id: person.id, disabled_at: null } });
  const search: Search = {
    person,
    sessions: sessions.map(({ id }) => id),
    since,
    standings: memberships.map(({ org_id, role }) => ({ org_id, role })),
  };
  const rows: Row[] = [];
  for (const find of [findIdentities, listTeammates, findWebhooks, findFiles]) rows.push(...(await find(db, search)));
  return rows
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .map(({ kind, key, label, created_at, created_by_session }) => {
      const session = sessions.find(({ id }) => id === created_by_session);
      const origin = { agent: session ? describeAgent(session.agent) : null, ip: session?.ip ?? null };
      return { id: idOf({ kind, key }), kind, label, created_at, ...origin };
    });
};
