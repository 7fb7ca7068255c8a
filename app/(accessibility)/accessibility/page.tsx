import { WebsiteList } from "./website-list";

const WebsitesPage = () => <WebsiteList />;

export default WebsitesPage;
