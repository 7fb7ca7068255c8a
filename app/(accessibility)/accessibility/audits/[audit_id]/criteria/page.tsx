import { CriteriaPage } from "./criteria-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => (
  <CriteriaPage audit_id={(await params).audit_id} />
);

export default Page;
