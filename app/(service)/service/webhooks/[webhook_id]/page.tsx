import { WebhookPage } from "./webhook-page";

type Props = { params: Promise<{ webhook_id: string }> };

const Page = async ({ params }: Props) => <WebhookPage id={(await params).webhook_id} />;

export default Page;
