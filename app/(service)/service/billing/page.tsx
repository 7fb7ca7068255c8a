import { BillingPage } from "./billing-page";

const Page = () => <BillingPage />;

export default Page;
