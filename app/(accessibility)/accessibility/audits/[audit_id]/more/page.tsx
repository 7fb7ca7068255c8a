import { MorePage } from "./more-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => (
  <MorePage audit_id={(await params).audit_id} />
);

export default Page;
