import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { roleMay } from "@/server/core/permissions";
import { collectPictures, createPictureBudget } from "./collect-pictures";
import type { ZipEntry } from "./write-zip";

/** Converts bigint counts from the database to numbers, because JSON has no bigint. */
const countsAsNumbers = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);

const json = (name: string, content: unknown): ZipEntry => ({
  name,
  body: Buffer.from(`${JSON.stringify(content, countsAsNumbers, 2)}\n`),
});

const readMe = `All data that this server holds about you, as JSON, and screenshots of your websites.

profile.json            your account
sign-in-methods.json    identity providers that you sign in with
sessions.json           where you have signed in
memberships.json        organisations you belong to, and your role there
invitations.json        invitations sent to your email address
security-log.json       sign-ins, failed sign-ins and security changes to your account
audit-log.json          what you did in your organisations
messages.json           emails sent to your email address, without codes and links
findings.json           findings in your organisations that you triaged or that are assigned to you
triage-policies.json    triage policies that you created in your organisations
purchases.json          plans that you bought for an organisation
exports.json            archives like this one
organisations/          websites, schedules, invoices, audits and screenshots of organisations that only you belong to

Each organisation's folder contains its most recently used screenshots as WebP files, up to 100 MB in total for the
archive. Its screenshots.json lists all screenshots. Those without a file didn't fit or have been deleted. In an audit,
each page has the screenshot_id of its screenshot, and each strip has those of its pictures.

Passwords and tokens are stored only as hashes, and aren't included.
Websites, audits and screenshots of organisations with other members belong to those organisations. Export them there.
`;

/**
 * Returns the issues triaged by or assigned to the user, and the triage policies created by the user. All of these
 * belong to the organisation, and are left out if the user has been removed from it or isn't allowed to read its
 * results.
 */
const collectTriage = async (db: Db, user_id: string) => {
  const memberships = await db.membership.findMany({ where: { user_id, disabled_at: null } });
  const readable = memberships.filter(({ role }) => roleMay(role, "results.read"));
  const org_id = { in: readable.map((membership) => membership.org_id) };
  const isTheirs = { OR: [{ triaged_by: user_id }, { assignee_id: user_id }] };
  return {
    issues: await db.issue.findMany({ where: { org_id, ...isTheirs } }),
    policies: await db.triagePolicy.findMany({ where: { org_id, created_by: user_id } }),
  };
};

async function* collectPerson(db: Db, user_id: string): AsyncGenerator<ZipEntry> {
  const { password_hash, ...profile } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  const { email } = profile;
  const emailFields = {
    id: true,
    subject: true,
    template: true,
    from: true,
    status: true,
    created_at: true,
    sent_at: true,
  };
  const invitation = { organisation: { select: { name: true } }, role: true, status: true, created_at: true };
  yield json("profile.json", { ...profile, has_password: password_hash !== null });
  yield json("sign-in-methods.json", await db.linkedIdentity.findMany({ where: { user_id } }));
  yield json("sessions.json", await db.session.findMany({ where: { user_id }, omit: { refresh_hash: true } }));
  yield json("security-log.json", await db.securityEvent.findMany({ where: { user_id }, orderBy: { id: "asc" } }));
  yield json(
    "memberships.json",
    await db.membership.findMany({ where: { user_id }, include: { organisation: { select: { name: true } } } }),
  );
  yield json("invitations.json", await db.invitation.findMany({ where: { email }, select: invitation }));
  yield json(
    "audit-log.json",
    await db.auditLog.findMany({ where: { actor_type: "user", actor_id: user_id }, orderBy: { id: "asc" } }),
  );
  yield json("messages.json", await db.emailMessage.findMany({ where: { to: email }, select: emailFields }));
  const { issues, policies } = await collectTriage(db, user_id);
  yield json("findings.json", issues);
  yield json("triage-policies.json", policies);
  yield json("purchases.json", await db.userPlanPurchase.findMany({ where: { user_id } }));
  yield json("exports.json", await db.dataExport.findMany({ where: { user_id }, omit: { object_key: true } }));
}

/** Returns the data of organisations whose only member is the user. Such data counts as the user's own. */
async function* collectOrganisations(db: Db, user_id: string): AsyncGenerator<ZipEntry> {
  const organisations = await db.organisation.findMany({
    where: { memberships: { some: { user_id }, every: { user_id } } },
  });
  const budget = createPictureBudget();
  for (const organisation of organisations) {
    const folder = `organisations/${organisation.id}`;
    yield json(`${folder}/organisation.json`, organisation);
    yield json(`${folder}/websites.json`, await db.website.findMany({ where: { org_id: organisation.id } }));
    const schedules = {
      where: { org_id: organisation.id },
      include: { runs: { orderBy: { due_at: "asc" } } },
    } as const;
    yield json(`${folder}/schedules.json`, await db.schedule.findMany(schedules));
    const paid = { where: { org_id: organisation.id }, orderBy: { occurred_at: "asc" } } as const;
    yield json(`${folder}/transactions.json`, await db.billingTransaction.findMany(paid));
    const audits = await db.websiteAudit.findMany({ where: { org_id: organisation.id }, orderBy: { id: "asc" } });
    for (const audit of audits) {
      const rules = await db.auditRule.findMany({ where: { audit_id: audit.id }, omit: { audit_id: true } });
      const omit = { result_key: true, outline: true } as const;
      const pages = await db.scanAudit.findMany({ where: { audit_id: audit.id }, omit });
      const strips = await db.violationNode.findMany({
        where: { audit_id: audit.id, strip: { not: Prisma.DbNull } },
        select: { page_id: true, rule_id: true, selector: true, strip: true },
        orderBy: { id: "asc" },
      });
      const documents = await db.auditDocument.findMany({
        where: { audit_id: audit.id },
        omit: { audit_id: true },
        include: { links: { select: { page_url: true } } },
        orderBy: { id: "asc" },
      });
      yield json(`${folder}/audits/${audit.id}.json`, { ...audit, rules, pages, strips, documents });
    }
    yield* collectPictures(db, organisation.id, folder, budget);
  }
}

/** Returns the files of a user's data export, one by one. */
export async function* collectData(db: Db, user_id: string): AsyncGenerator<ZipEntry> {
  yield { name: "README.txt", body: Buffer.from(readMe) };
  yield* collectPerson(db, user_id);
  yield* collectOrganisations(db, user_id);
}
