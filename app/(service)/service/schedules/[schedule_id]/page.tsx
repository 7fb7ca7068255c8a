import { SchedulePage } from "./schedule-page";

const Page = async ({ params }: { params: Promise<{ schedule_id: string }> }) => (
  <SchedulePage id={(await params).schedule_id} />
);

export default Page;
