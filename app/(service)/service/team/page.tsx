import { TeamPage } from "./team-page";

const Page = () => <TeamPage />;

export default Page;
