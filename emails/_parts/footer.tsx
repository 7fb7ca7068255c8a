import type { Page } from "../define-email";
import { SmallPrint } from "./paragraph";
import { SafeLink } from "./safe-link";

/** Why someone gets a message, by what it is about. */
const reasons = {
  address: (app: string) => `You get this message because someone entered this address at ${app}.`,
  account: (app: string) => `You get this message because this address belongs to an account at ${app}.`,
  organisation: (app: string) => `You get this message because of an organisation that works with ${app}.`,
  website: (app: string) => `You get this message because you look after this website at ${app}.`,
  digest: (app: string) => `You get this digest because you look after websites at ${app}.`,
  report: (app: string) => `You get this message because a report was requested from ${app} for this address.`,
  agency: (app: string) => `You get this message because your agency works with ${app}.`,
  billing: (app: string) => `You get this message because you look after billing at ${app}.`,
};

export type Reason = keyof typeof reasons;

export const Footer = ({ brand, unsubscribeUrl, reason }: Page & { reason: Reason }) => (
  <>
    <SmallPrint>{reasons[reason](brand.name)}</SmallPrint>
    {unsubscribeUrl ? (
      <SmallPrint>
        <SafeLink url={unsubscribeUrl} label="Unsubscribe from digests" className="soft" />
      </SmallPrint>
    ) : null}
    <SmallPrint>
      {brand.name}. {brand.promise}
    </SmallPrint>
  </>
);
