import type { Db } from "@/server/core/context";

/** A rule that fails on elements where it did not fail in the previous audit. */
export interface NewFailure {
  rule_id: string;
  impact: "critical" | "serious";
  help: string;
  description: string;
  pages: number;
}

/** Maximum number of rules returned; an email shows far fewer. */
const mostRules = 1_000;

/**
 * Lists the rules with critical or serious impact that fail on elements where they didn't fail in the base audit,
 * critical first. Counts regressed elements, but not issues that are ignored or false positives.
 */
export const listNewFailures = (db: Db, audit_id: string, base_id: string): Promise<NewFailure[]> => db.$queryRaw`
  SELECT n.rule_id, n.impact, r.help, r.description, count(DISTINCT n.page_id)::int AS pages
  FROM audit_changes c
  CROSS JOIN unnest(c.node_ids) AS changed (id)
  JOIN violation_nodes n ON n.id = changed.id
  JOIN website_audits a ON a.id = n.audit_id
  JOIN audit_rules r ON r.audit_id = n.audit_id AND r.rule_id = n.rule_id
  LEFT JOIN issues i ON i.website_id = a.website_id AND i.fingerprint = n.fingerprint
  WHERE c.audit_id = ${audit_id}::uuid AND c.base_id = ${base_id}::uuid AND c.kind IN ('new', 'regressed')
    AND n.impact IN ('critical', 'serious') AND coalesce(i.status, 'open') = 'open'
  GROUP BY n.rule_id, n.impact, r.help, r.description
  ORDER BY n.impact, pages DESC, n.rule_id LIMIT ${mostRules}::int`;
