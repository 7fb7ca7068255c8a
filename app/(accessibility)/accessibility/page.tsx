import { preloadQuery } from "@/app/_client/preload-query";
import { WebsiteList } from "./website-list";

const WebsitesPage = async () => {
  await preloadQuery("websites", "list", { limit: 100 });
  return <WebsiteList />;
};

export default WebsitesPage;
