import { OverviewPage } from "./overview-page";

const Page = () => <OverviewPage />;

export default Page;
