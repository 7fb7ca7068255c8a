export { removeEmptyOrganisation, removeNextWebsite, sendFarewell } from "./remove-remains";
