export { failExport, forgetExports, mailExport, packExport } from "./export/make-export";
export { removeEmptyOrganisation, removeNextWebsite, sayGoodbye } from "./remove-remains";
