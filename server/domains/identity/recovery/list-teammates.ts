import type { Db } from "@/server/core/context";
import { orgsWhere, type Row, type Search } from "./added-row";

const findMemberships = (db: Db, condition: object) =>
  db.membership.findMany({
    where: condition,
    include: { organisation: { select: { name: true } }, user: { select: { email: true } } },
  });

type Member = Awaited<ReturnType<typeof findMemberships>>[number];

const keyOf = ({ org_id, user_id }: Member): string => `${org_id}/${user_id}`;

/** Returns the members who joined the same organisation through an invitation from one of this member's sessions. */
const findFollowers = async (db: Db, { org_id, user_id, created_at }: Member): Promise<Member[]> => {
  const sessions = await db.session.findMany({ where: { user_id, expires_at: { gt: created_at } } });
  return findMemberships(db, {
    org_id,
    created_at: { gt: created_at },
    created_by_session: { in: sessions.map(({ id }) => id) },
  });
};

/**
 * Returns the members who joined through invitations from the person's sessions, those who joined through invitations
 * from these members, and so on. Leaves out owners unless the person is an owner too.
 */
const findMembers = async (db: Db, search: Search): Promise<Member[]> => {
  const { person, standings, sessions, since } = search;
  const owned = new Set(standings.filter(({ role }) => role === "owner").map(({ org_id }) => org_id));
  const found = new Map<string, Member>();
  const isNew = (member: Member) =>
    member.user_id !== person.id && (member.role !== "owner" || owned.has(member.org_id)) && !found.has(keyOf(member));
  let next = await findMemberships(db, {
    org_id: orgsWhere(search, "members.write"),
    created_at: { gt: since },
    created_by_session: { in: sessions },
  });
  while (next.length > 0) {
    const fresh = next.filter(isNew);
    next = [];
    for (const member of fresh) {
      found.set(keyOf(member), member);
      next.push(...(await findFollowers(db, member)));
    }
  }
  return [...found.values()];
};

/**
 * Lists the person's pending invitations, and the members who joined through the person's invitations, directly or
 * indirectly.
 */
export const listTeammates = async (db: Db, search: Search): Promise<Row[]> => {
  const invitations = await db.invitation.findMany({
    where: {
      org_id: orgsWhere(search, "members.invite"),
      created_at: { gt: search.since },
      status: "pending",
      invited_by: search.person.id,
    },
    include: { organisation: { select: { name: true } } },
  });
  const members = await findMembers(db, search);
  return [
    ...invitations.map(({ id, email, organisation: { name }, ...row }) => ({
      ...row,
      kind: "invitation" as const,
      key: id,
      label: `${email}, ${name}`,
    })),
    ...members.map((member) => ({
      kind: "member" as const,
      key: keyOf(member),
      label: `${member.user.email}, ${member.organisation.name}`,
      created_at: member.created_at,
      created_by_session: member.created_by_session,
    })),
  ];
};
