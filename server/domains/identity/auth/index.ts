export { authenticate } from "./authenticate";
export { getKeyRing } from "./keys";
export { accessTokenSeconds } from "./token";
