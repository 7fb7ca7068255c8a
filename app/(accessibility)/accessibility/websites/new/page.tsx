import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { websites } from "@/messages/texts/websites";
import { AddForm } from "./add-form";

const NewWebsitePage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { url } = await readSearchParams(searchParams);
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[websites.add.title]} />
      <PageHeading lead={websites.add.lead}>{websites.add.title}</PageHeading>
      <AddForm url={url ?? ""} />
    </div>
  );
};

export default NewWebsitePage;
