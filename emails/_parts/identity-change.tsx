import { emailsAccount } from "@/messages/texts/emails-account";
import type { Page } from "../define-email";
import { address, email, moment, words } from "../fields";
import { EmailLayout } from "./email-layout";
import { Facts } from "./facts";
import { formatMoment } from "./format";
import { Greeting, Paragraph } from "./paragraph";
import { EmailLink } from "./safe-link";
import { securing } from "./securing";

const { facts: labels } = emailsAccount;

/** Data for the emails about linking and unlinking a provider. */
export const identityData = { name: words, provider: words.max(40), email, when: moment, url: address };

export const identitySample = {
  name: "Ada",
  provider: "Google",
  email: "ada@lovelace.example",
  when: "2026-11-20T09:00:00.000Z",
  url: "https://curbcut.example/secure-account?token=5k2m9x",
};

type Props = Page & {
  data: typeof identitySample;
  heading: string;
  /** States what has changed. */
  lead: string;
  /** Explains what to do if the recipient didn't make the change. */
  wasNotYou: string;
};

export const IdentityChange = ({ data, heading, lead, wasNotYou, ...page }: Props) => (
  <EmailLayout {...page} reason="account" preview={emailsAccount.wasYou} heading={heading} {...securing(data.url)}>
    <Greeting name={data.name} />
    <Paragraph>{lead}</Paragraph>
    <Facts
      facts={[
        { label: labels.identity({ provider: data.provider }), value: <EmailLink email={data.email} /> },
        { label: labels.when, value: formatMoment(data.when) },
      ]}
    />
    <Paragraph>{wasNotYou}</Paragraph>
  </EmailLayout>
);
