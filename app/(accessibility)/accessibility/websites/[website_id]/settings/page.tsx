import { preloadQuery } from "@/app/_client/preload-query";
import { SettingsPage } from "./settings-page";

const Page = async ({ params }: { params: Promise<{ website_id: string }> }) => {
  const { website_id } = await params;
  await preloadQuery("websites", "get", { id: website_id });
  await preloadQuery("websiteSignIns", "get", { id: website_id });
  await preloadQuery("urlLists", "get", { id: website_id });
  await preloadQuery("websiteJourneys", "list", { website_id, limit: 25 });
  await preloadQuery("triagePolicies", "list", { website_id });
  return <SettingsPage website_id={website_id} />;
};

export default Page;
