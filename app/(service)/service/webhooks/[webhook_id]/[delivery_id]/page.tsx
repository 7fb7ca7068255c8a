import { DeliveryPage } from "./delivery-page";

type Props = { params: Promise<{ webhook_id: string; delivery_id: string }> };

const Page = async ({ params }: Props) => {
  const { webhook_id, delivery_id } = await params;
  return <DeliveryPage id={webhook_id} delivery_id={delivery_id} />;
};

export default Page;
