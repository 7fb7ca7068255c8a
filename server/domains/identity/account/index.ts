export { failExport, packExport, purgeExports, sendExportLink } from "./export/create-export";
export { purgeUnverifiedAccounts } from "./purge-unverified-accounts";
