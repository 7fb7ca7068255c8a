import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { RulesPage } from "./rules-page";

type Props = { params: Promise<{ audit_id: string }>; searchParams: SearchParams };

const Page = async ({ params, searchParams }: Props) => (
  <RulesPage audit_id={(await params).audit_id} impact={(await readSearchParams(searchParams))["impact"]} />
);

export default Page;
