import { preloadAudit, preloadQuery } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { RulePage } from "./rule-page";
import { statusFilter } from "./status-filter";

type Props = { params: Promise<{ audit_id: string; rule_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id, rule_id: encoded } = await params;
  const rule_id = decodeURIComponent(encoded);
  const { page, show, status, found } = await readSearchParams(searchParams);
  const isReview = show === "needs_review";
  const isInState = found === "state";
  await preloadAudit(audit_id);
  await preloadQuery("results", "issues", {
    audit_id,
    rule_id,
    ...(page ? { page_id: page } : {}),
    ...(isReview ? { impact: "needs_review" as const } : {}),
    ...(isInState ? { found_in: "state" as const } : {}),
    ...statusFilter(status),
  });
  return (
    <RulePage
      audit_id={audit_id}
      rule_id={rule_id}
      page_id={page}
      isReview={isReview}
      isInState={isInState}
      {...statusFilter(status)}
    />
  );
};

export default Page;
