import type { Metadata } from "next";
import { ClientProvider } from "@/app/_client/provider";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { EmailList } from "./email-list";
import { ExchangeKey } from "./exchange-key";

/** This page's URL can contain the key, which must not be sent to the websites that emails link to. */
export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

const OutboxPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { key } = await readSearchParams(searchParams);
  return <ClientProvider>{key ? <ExchangeKey outboxKey={key} path="/outbox" /> : <EmailList />}</ClientProvider>;
};

export default OutboxPage;
