export { type BrandId, brands, isBrandId } from "./_parts/brand";
export { type EmailId, emailGroups, emails } from "./registry";
export {
  checkEmailData,
  type EmailData,
  emailIds,
  isEmailId,
  type RenderedEmail,
  renderEmail,
} from "./render-email";
