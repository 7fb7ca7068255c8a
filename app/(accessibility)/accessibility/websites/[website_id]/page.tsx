import { WebsitePage } from "./website-page";

const Page = async ({ params }: { params: Promise<{ website_id: string }> }) => (
  <WebsitePage website_id={(await params).website_id} />
);

export default Page;
