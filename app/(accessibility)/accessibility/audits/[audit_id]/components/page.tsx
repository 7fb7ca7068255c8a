import { preloadAudit, preloadQuery } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { ComponentsPage } from "./components-page";

type Props = { params: Promise<{ audit_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id } = await params;
  await preloadAudit(audit_id);
  await preloadQuery("results", "components", { audit_id });
  return <ComponentsPage audit_id={audit_id} component={(await readSearchParams(searchParams))["component"]} />;
};

export default Page;
