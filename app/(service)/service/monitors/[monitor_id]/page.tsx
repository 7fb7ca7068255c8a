import { MonitorPage } from "./monitor-page";

type Props = { params: Promise<{ monitor_id: string }> };

const Page = async ({ params }: Props) => <MonitorPage id={(await params).monitor_id} />;

export default Page;
