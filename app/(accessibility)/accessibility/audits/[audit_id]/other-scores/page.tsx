import { preloadAudit } from "@/app/_client/preload-query";
import { OtherScoresPage } from "./other-scores-page";

const Page = async ({ params }: { params: Promise<{ audit_id: string }> }) => {
  const { audit_id } = await params;
  await preloadAudit(audit_id);
  return <OtherScoresPage audit_id={audit_id} />;
};

export default Page;
