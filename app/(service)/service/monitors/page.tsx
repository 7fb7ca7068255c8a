import { MonitorsPage } from "./monitors-page";

const Page = () => <MonitorsPage />;

export default Page;
