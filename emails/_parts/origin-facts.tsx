import { emailsAccount } from "@/messages/texts/emails-account";
import { Facts } from "./facts";
import { formatMoment } from "./format";

const { facts: labels } = emailsAccount;

type Props = {
  /** Label for the time, such as "Last attempt". */
  label?: string;
  when: string;
  agent: string;
  ip: string;
};

/** Shows when and from where an account was changed or someone tried to sign in. */
export const OriginFacts = ({ label = labels.when, when, agent, ip }: Props) => (
  <Facts
    facts={[
      { label, value: formatMoment(when) },
      { label: labels.browser, value: agent },
      { label: labels.ip, value: ip },
    ]}
  />
);
