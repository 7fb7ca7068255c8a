import type { Metadata } from "next";
import { ClientProvider } from "@/app/_client/provider";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { outbox } from "@/app/_texts/outbox";
import { CspNonce } from "@/app/_ui/csp-nonce";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { MailList } from "./mail-list";

/** The key is in the address and must not travel to where a mail's links lead. */
export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

const OutboxPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { key } = await readSearchParams(searchParams);
  if (key)
    return (
      <ClientProvider>
        <CspNonce />
        <MailList outboxKey={key} />
      </ClientProvider>
    );
  return (
    <>
      <CspNonce />
      <DocumentTitle parts={[outbox.title]} />
      <PageHeading lead={outbox.noKey}>{outbox.title}</PageHeading>
    </>
  );
};

export default OutboxPage;
