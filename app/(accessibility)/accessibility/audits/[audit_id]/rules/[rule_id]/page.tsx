import { preloadAudit } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { RulePage } from "./rule-page";

type Props = { params: Promise<{ audit_id: string; rule_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id, rule_id } = await params;
  await preloadAudit(audit_id);
  const { page, show } = await readSearchParams(searchParams);
  return (
    <RulePage
      audit_id={audit_id}
      rule_id={decodeURIComponent(rule_id)}
      page_id={page}
      isReview={show === "needs_review"}
    />
  );
};

export default Page;
