import { PagePage } from "./page-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string; page_id: string }> }) => (
  <PagePage {...(await params)} />
);

export default Page;
