import type { Ctx } from "@/server/core/context";
import type { ElementBox } from "@/server/scanner/contract";
import { findOwnWebsites } from "./may-share-code";

/** Maximum length of a selector in a request. Only this many characters of a longer stored selector are compared. */
const MAX_SELECTOR = 2_000;
/** Maximum number of audits to search for the finding, newest first. */
const MAX_AUDITS = 5;

interface StoredFinding {
  audit_id: string;
  html: string;
  component: string | null;
  box: ElementBox | null;
  /** Key of the page's screenshot in the object store; null if there is none. */
  key: string | null;
  hash: string | null;
  width: number | null;
  height: number | null;
}

/** Returns a finding as stored in the organisation's newest completed audit that contains it. */
export const findFinding = async (
  ctx: Pick<Ctx, "db" | "org_id">,
  { rule_id, page_url, selector }: { rule_id: string; page_url: string; selector: string },
): Promise<StoredFinding | null> => {
  const { db, org_id } = ctx;
  const websites = await findOwnWebsites(ctx, page_url);
  const audits = await db.websiteAudit.findMany({
    where: { org_id, website_id: { in: websites }, status: "completed" },
    orderBy: { id: "desc" },
    take: MAX_AUDITS,
    select: { id: true },
  });
  const ids = audits.map(({ id }) => id);
  const [found] = await db.$queryRaw<StoredFinding[]>`
    SELECT n.audit_id, n.html, n.component, n.box, s.key, s.hash, s.width, s.height
    FROM violation_nodes n
    JOIN scan_audits p ON p.id = n.page_id
    LEFT JOIN screenshots s ON s.id = p.screenshot_id
    WHERE n.audit_id = ANY(${ids}::uuid[]) AND n.rule_id = ${rule_id} AND n.outcome = 'violation'
      AND p.final_url = ${page_url} AND left(n.selector, ${MAX_SELECTOR}::int) = ${selector}
    ORDER BY n.audit_id DESC, n.id LIMIT 1`;
  return found ?? null;
};
