import { type Role, roleMay } from "@/server/auth/permissions";
import type { Db } from "@/server/core/context";
import type { ZipEntry } from "./write-zip";

const json = (name: string, content: unknown): ZipEntry => ({
  name,
  body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
});

const readMe = `Everything that this server holds about you, as JSON.

profile.json            your account
sign-in-methods.json    identity providers you sign in with
sessions.json           where you have signed in
memberships.json        organisations you belong to, and your role there
invitations.json        invitations that were sent to your address
audit-log.json          what you have done, as your organisations keep it
messages.json           mails that were sent to your address, without codes and links
findings.json           findings of your organisations that you gave a status or a note, or that are assigned to you
purchases.json          plans that you bought for an organisation
exports.json            archives like this one
organisations/          websites, schedules, invoices and audits of organisations that only you belong to

Passwords and tokens are kept as hashes that nobody can read back, and are left out.
Websites and audits of organisations with other members belong to those organisations: export them there.
`;

/** Findings are an organisation's: who was removed from it, or may not read its results there, gets none of them here. */
const collectFindings = async (db: Db, user_id: string) => {
  const memberships = await db.membership.findMany({ where: { user_id, disabled_at: null } });
  const readable = memberships.filter(({ role }) => roleMay(role as Role, "results.read"));
  const isTheirs = { OR: [{ triaged_by: user_id }, { assignee_id: user_id }] };
  return db.issue.findMany({ where: { org_id: { in: readable.map(({ org_id }) => org_id) }, ...isTheirs } });
};

const collectPerson = async (db: Db, user_id: string) => {
  const { password_hash, ...profile } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  const { email } = profile;
  const mail = { id: true, subject: true, template: true, from: true, status: true, created_at: true, sent_at: true };
  const invitation = { organisation: { select: { name: true } }, role: true, status: true, created_at: true };
  return [
    json("profile.json", { ...profile, has_password: password_hash !== null }),
    json("sign-in-methods.json", await db.linkedIdentity.findMany({ where: { user_id } })),
    json("sessions.json", await db.session.findMany({ where: { user_id }, omit: { refresh_hash: true } })),
    json(
      "memberships.json",
      await db.membership.findMany({ where: { user_id }, include: { organisation: { select: { name: true } } } }),
    ),
    json("invitations.json", await db.invitation.findMany({ where: { email }, select: invitation })),
    json(
      "audit-log.json",
      await db.auditLog.findMany({ where: { actor_type: "user", actor_id: user_id }, orderBy: { id: "asc" } }),
    ),
    json("messages.json", await db.emailMessage.findMany({ where: { to: email }, select: mail })),
    json("findings.json", await collectFindings(db, user_id)),
    json("purchases.json", await db.userPlanPurchase.findMany({ where: { user_id } })),
    json("exports.json", await db.dataExport.findMany({ where: { user_id }, omit: { object_key: true } })),
  ];
};

/** Organisations that the user alone belongs to are theirs, and so is what is in them. */
const collectOrganisations = async (db: Db, user_id: string): Promise<ZipEntry[]> => {
  const organisations = await db.organisation.findMany({
    where: { memberships: { some: { user_id }, every: { user_id } } },
  });
  const entries: ZipEntry[] = [];
  for (const organisation of organisations) {
    const folder = `organisations/${organisation.id}`;
    entries.push(json(`${folder}/organisation.json`, organisation));
    entries.push(json(`${folder}/websites.json`, await db.website.findMany({ where: { org_id: organisation.id } })));
    const schedules = {
      where: { org_id: organisation.id },
      include: { runs: { orderBy: { due_at: "asc" } } },
    } as const;
    entries.push(json(`${folder}/schedules.json`, await db.schedule.findMany(schedules)));
    const paid = { where: { org_id: organisation.id }, orderBy: { occurred_at: "asc" } } as const;
    entries.push(json(`${folder}/transactions.json`, await db.billingTransaction.findMany(paid)));
    const audits = await db.websiteAudit.findMany({ where: { org_id: organisation.id }, orderBy: { id: "asc" } });
    for (const audit of audits) {
      const rules = await db.auditRule.findMany({ where: { audit_id: audit.id }, omit: { audit_id: true } });
      const pages = await db.scanAudit.findMany({ where: { audit_id: audit.id }, omit: { result_key: true } });
      entries.push(json(`${folder}/audits/${audit.id}.json`, { ...audit, rules, pages }));
    }
  }
  return entries;
};

/** The files of a user's archive. */
export const collectData = async (db: Db, user_id: string): Promise<ZipEntry[]> => [
  { name: "README.txt", body: Buffer.from(readMe) },
  ...(await collectPerson(db, user_id)),
  ...(await collectOrganisations(db, user_id)),
];
