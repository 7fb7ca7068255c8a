import { PagesPage } from "./pages-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => (
  <PagesPage audit_id={(await params).audit_id} />
);

export default Page;
