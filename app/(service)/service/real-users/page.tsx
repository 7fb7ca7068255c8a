import { RealUsersPage } from "./real-users-page";

const Page = () => <RealUsersPage />;

export default Page;
