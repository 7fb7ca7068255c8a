import { NewMonitorPage } from "./new-monitor-page";

const Page = () => <NewMonitorPage />;

export default Page;
