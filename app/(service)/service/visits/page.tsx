import { VisitsPage } from "./visits-page";

const Page = () => <VisitsPage />;

export default Page;
