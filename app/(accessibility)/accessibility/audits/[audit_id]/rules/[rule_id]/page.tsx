import { preloadAudit, preloadQuery } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { readFilters } from "./finding-filters";
import { RulePage } from "./rule-page";
import { statusFilter } from "./status-filter";

type Props = { params: Promise<{ audit_id: string; rule_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id, rule_id: encoded } = await params;
  const rule_id = decodeURIComponent(encoded);
  const query = await readSearchParams(searchParams);
  const { show, status } = query;
  const isReview = show === "needs_review";
  const filters = readFilters(query);
  await preloadAudit(audit_id);
  await preloadQuery("results", "issues", {
    audit_id,
    rule_id,
    ...filters,
    ...(isReview ? { impact: "needs_review" as const } : {}),
    ...statusFilter(status),
  });
  return (
    <RulePage audit_id={audit_id} rule_id={rule_id} filters={filters} isReview={isReview} {...statusFilter(status)} />
  );
};

export default Page;
