import { SettingsPage } from "./settings-page";

type Props = { params: Promise<{ monitor_id: string }> };

const Page = async ({ params }: Props) => <SettingsPage id={(await params).monitor_id} />;

export default Page;
