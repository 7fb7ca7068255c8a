export { removeEmptyOrganisation, removeNextWebsite, sendFarewell } from "./delete-remaining-data";
