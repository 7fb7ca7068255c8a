import { preloadQuery } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { WebsitePage } from "./website-page";

type Props = { params: Promise<{ website_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { website_id } = await params;
  const { status } = await readSearchParams(searchParams);
  await preloadQuery("websites", "get", { id: website_id });
  await preloadQuery("audits", "list", { website_id, limit: 100 });
  return <WebsitePage website_id={website_id} status={status} />;
};

export default Page;
