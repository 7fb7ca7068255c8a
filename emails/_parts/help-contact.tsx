import { emailsParts } from "@/messages/texts/emails-parts";
import { isUrl } from "@/server/core/is-url";
import type { Page } from "../define-email";
import { EmailLink } from "./safe-link";

const operatorOf = ({ brand, homeUrl }: Page): string =>
  homeUrl && isUrl(homeUrl)
    ? emailsParts.operatorAt({ app: brand.name, host: new URL(homeUrl).host })
    : emailsParts.operator({ app: brand.name });

/** Names the contact for help: the operator's email address if set, otherwise the people who run the service. */
export const HelpContact = ({ contact, ...page }: Page & { contact: string | undefined }) =>
  contact ? <EmailLink email={contact} /> : operatorOf(page);
