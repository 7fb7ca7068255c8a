export { resealSecrets } from "./reseal-secrets";
