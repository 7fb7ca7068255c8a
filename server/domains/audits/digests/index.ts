export { sendDigests } from "./send-digests";
