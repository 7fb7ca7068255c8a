import { preloadQuery } from "@/app/_client/preload-query";
import { DocumentPage } from "./document-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string; document_id: string }> }) => {
  const { audit_id, document_id } = await params;
  await preloadQuery("audits", "get", { id: audit_id });
  await preloadQuery("results", "document", { audit_id, document_id });
  return <DocumentPage audit_id={audit_id} document_id={document_id} />;
};

export default Page;
