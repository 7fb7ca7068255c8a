import { AuditPage } from "./audit-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => (
  <AuditPage audit_id={(await params).audit_id} />
);

export default Page;
