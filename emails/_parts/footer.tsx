import { emailsParts } from "@/messages/texts/emails-parts";
import type { Page } from "../define-email";
import { SmallPrint } from "./paragraph";
import { SafeLink } from "./safe-link";

/** Identifies the sentence that says why the recipient gets an email. */
export type Reason = keyof typeof emailsParts.reasons;

export const Footer = ({ brand, unsubscribeUrl, reason }: Page & { reason: Reason }) => (
  <>
    <SmallPrint>{emailsParts.reasons[reason]({ app: brand.name })}</SmallPrint>
    {unsubscribeUrl ? (
      <SmallPrint>
        <SafeLink url={unsubscribeUrl} label={emailsParts.unsubscribe} className="soft" />
      </SmallPrint>
    ) : null}
    <SmallPrint>{emailsParts.promises[brand.id]({ app: brand.name })}</SmallPrint>
  </>
);
