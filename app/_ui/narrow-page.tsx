import type { ReactNode } from "react";
import { ClientProvider } from "@/app/_client/provider";
import { CspNonce } from "./csp-nonce";
import { PageHeading } from "./page-heading";

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** One form, one column: signing up, confirming, signing in. */
export const NarrowPage = ({ title, lead, children }: Props) => (
  <div className="mx-auto w-full max-w-md">
    <CspNonce />
    <PageHeading lead={lead}>{title}</PageHeading>
    <ClientProvider>{children}</ClientProvider>
  </div>
);
