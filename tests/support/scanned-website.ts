import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";

/** Creates a website with one audit of one page, whose result is in the object store. */
export const makeScannedWebsite = async (org_id: string) => {
  const { prisma } = await getDatabase();
  const url = "https://example.org/";
  const website = await prisma.website.create({ data: { id: newId(), org_id, url, name: "example.org" } });
  const audit = await prisma.websiteAudit.create({
    data: { id: newId(), org_id, website_id: website.id, status: "completed", phase: "saving", options: {} },
  });
  const id = newId();
  const result_key = `audits/${audit.id}/pages/${id}.json.gz`;
  const page = { id, audit_id: audit.id, url, final_url: url, device: "desktop", duration_ms: 1, result_key };
  await prisma.scanAudit.create({ data: { ...page, started_at: new Date() } });
  return { website_id: website.id, audit_id: audit.id, page_id: id, result_key };
};
