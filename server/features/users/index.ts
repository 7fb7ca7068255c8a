export { getMe } from "./get-me";
