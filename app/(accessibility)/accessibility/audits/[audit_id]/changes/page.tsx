import { preloadAudit } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { baseFilter, changeKind } from "./change-kinds";
import { ChangesPage } from "./changes-page";

type Props = { params: Promise<{ audit_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id } = await params;
  const { kind, base } = await readSearchParams(searchParams);
  await preloadAudit(audit_id);
  return <ChangesPage audit_id={audit_id} kind={changeKind(kind)} {...baseFilter(base)} />;
};

export default Page;
