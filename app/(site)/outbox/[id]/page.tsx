import type { Metadata } from "next";
import { ClientProvider } from "@/app/_client/provider";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { CspNonce } from "@/app/_ui/csp-nonce";
import { MailView } from "../mail-view";

export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams };

const MailPage = async ({ params, searchParams }: Props) => {
  const { key = "" } = await readSearchParams(searchParams);
  return (
    <ClientProvider>
      <CspNonce />
      <MailView mail={{ key, id: (await params).id }} />
    </ClientProvider>
  );
};

export default MailPage;
