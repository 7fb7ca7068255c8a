import type { Metadata } from "next";
import { isWholeToken, readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { account } from "@/messages/texts/account";
import { Expired, SecureForm } from "./secure-form";

const { secure: texts } = account;

export const generateMetadata = (): Metadata => ({
  title: `${texts.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const SecureAccountPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={texts.title}>{isWholeToken(token) ? <SecureForm token={token} /> : <Expired />}</NarrowPage>
  );
};

export default SecureAccountPage;
