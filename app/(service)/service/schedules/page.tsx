import { SchedulesPage } from "./schedules-page";

const Page = () => <SchedulesPage />;

export default Page;
