export { createOrganisation } from "./create-organisation";
export { joinOrganisation } from "./join-organisation";
