import { preloadQuery } from "@/app/_client/preload-query";
import { WebsitePage } from "./website-page";

const Page = async ({ params }: { params: Promise<{ website_id: string }> }) => {
  const { website_id } = await params;
  await preloadQuery("websites", "get", { id: website_id });
  await preloadQuery("audits", "list", { website_id, limit: 100 });
  return <WebsitePage website_id={website_id} />;
};

export default Page;
