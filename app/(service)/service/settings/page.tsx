import { SettingsPage } from "./settings-page";

const Page = () => <SettingsPage />;

export default Page;
