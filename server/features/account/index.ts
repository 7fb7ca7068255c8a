export { failExport, forgetExports, mailExport, packExport } from "./export/make-export";
export { forgetTokens } from "./forget-tokens";
export { removeEmptyOrganisation, removeNextWebsite, sayGoodbye } from "./remove-remains";
