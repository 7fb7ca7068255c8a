import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { readProviders } from "@/app/(site)/_parts/read-providers";
import { AccountPage } from "./account-page";

const Page = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { linked, not_linked, provider } = await readSearchParams(searchParams);
  return <AccountPage providers={await readProviders()} outcome={{ linked, not_linked, provider }} />;
};

export default Page;
