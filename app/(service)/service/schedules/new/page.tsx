import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { AddPage } from "./add-page";

const Page = async ({ searchParams }: { searchParams: SearchParams }) => (
  <AddPage website_id={(await readSearchParams(searchParams))["website_id"] ?? null} />
);

export default Page;
