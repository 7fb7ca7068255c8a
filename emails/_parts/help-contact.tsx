import { emailsParts } from "@/messages/texts/emails-parts";
import type { Page } from "../define-email";
import { readUrl } from "./safe-address";
import { EmailLink } from "./safe-link";

const operatorOf = ({ brand, homeUrl }: Page): string => {
  const home = homeUrl ? readUrl(homeUrl) : null;
  return home
    ? emailsParts.operatorAt({ app: brand.name, host: home.host })
    : emailsParts.operator({ app: brand.name });
};

/** Names the contact for help: the operator's email address if set, otherwise the people who run the service. */
export const HelpContact = ({ contact, ...page }: Page & { contact: string | undefined }) =>
  contact ? <EmailLink email={contact} /> : operatorOf(page);
