import { AuditLogPage } from "./audit-log-page";

const Page = () => <AuditLogPage />;

export default Page;
