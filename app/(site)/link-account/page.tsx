import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { account } from "@/messages/texts/account";
import { LinkForm } from "./link-form";

export const generateMetadata = (): Metadata => ({
  title: `${account.link.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const LinkAccountPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token = "" } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={account.link.title}>
      <LinkForm token={token} />
    </NarrowPage>
  );
};

export default LinkAccountPage;
