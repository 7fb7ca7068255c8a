import { WebhooksPage } from "./webhooks-page";

const Page = () => <WebhooksPage />;

export default Page;
