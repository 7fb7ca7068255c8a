export { mailDigests } from "./mail-digests";
