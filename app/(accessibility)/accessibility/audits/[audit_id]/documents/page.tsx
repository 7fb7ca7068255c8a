import { preloadQuery } from "@/app/_client/preload-query";
import { DocumentsPage } from "./documents-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => {
  const { audit_id } = await params;
  await preloadQuery("audits", "get", { id: audit_id });
  return <DocumentsPage audit_id={audit_id} />;
};

export default Page;
