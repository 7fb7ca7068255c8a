import type { Metadata } from "next";
import { ClientProvider } from "@/app/_client/provider";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { EmailView } from "../email-view";
import { ExchangeKey } from "../exchange-key";

export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

const EmailPage = async ({ params, searchParams }: Props) => {
  const [{ key }, { id }] = await Promise.all([readSearchParams(searchParams), params]);
  return (
    <ClientProvider>
      {key ? <ExchangeKey outboxKey={key} path={`/outbox/${encodeURIComponent(id)}`} /> : <EmailView email={{ id }} />}
    </ClientProvider>
  );
};

export default EmailPage;
