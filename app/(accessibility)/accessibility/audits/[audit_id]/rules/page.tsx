import { preloadAudit } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { RulesPage } from "./rules-page";

type Props = { params: Promise<{ audit_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id } = await params;
  await preloadAudit(audit_id);
  return <RulesPage audit_id={audit_id} impact={(await readSearchParams(searchParams))["impact"]} />;
};

export default Page;
