import { AccountPage } from "./account-page";

const Page = () => <AccountPage />;

export default Page;
