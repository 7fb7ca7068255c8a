import { preloadQuery } from "@/app/_client/preload-query";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { AuditedPages } from "./audited-pages";

type Props = { params: Promise<{ audit_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => {
  const { audit_id } = await params;
  await preloadQuery("audits", "get", { id: audit_id });
  const { group, journey } = await readSearchParams(searchParams);
  return <AuditedPages audit_id={audit_id} only={{ group, journey }} />;
};

export default Page;
