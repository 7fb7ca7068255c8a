import { SettingsPage } from "./settings-page";

const Page = async ({ params }: { params: Promise<{ website_id: string }> }) => (
  <SettingsPage website_id={(await params).website_id} />
);

export default Page;
