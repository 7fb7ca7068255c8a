export { createOrganisation } from "./create-organisation";
export { joinOrganisation } from "./join-organisation";
export { readBranding } from "./read-branding";
