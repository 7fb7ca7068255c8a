import { emailsOrganisation } from "@/messages/texts/emails-organisation";

const { abilities } = emailsOrganisation;

const isRole = (name: string): name is keyof typeof abilities => Object.hasOwn(abilities, name);

/** Returns a description of what a role can do, or null for an unknown role. */
export const describeRole = (role: string): string | null => {
  const name = role.toLowerCase();
  return isRole(name) ? abilities[name] : null;
};
