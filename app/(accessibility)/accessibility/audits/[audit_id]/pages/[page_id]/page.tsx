import { preloadQuery } from "@/app/_client/preload-query";
import { PageResults } from "./page-results";

const Page = async ({ params }: { params: Promise<{ audit_id: string; page_id: string }> }) => {
  const { audit_id, page_id } = await params;
  await preloadQuery("audits", "get", { id: audit_id });
  await preloadQuery("results", "page", { audit_id, page_id });
  return <PageResults audit_id={audit_id} page_id={page_id} />;
};

export default Page;
