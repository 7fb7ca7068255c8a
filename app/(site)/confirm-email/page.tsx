import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { account } from "@/app/_texts/account";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { ConfirmForm } from "./confirm-form";

export const metadata: Metadata = {
  title: `${account.confirmEmail.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
};

const ConfirmEmailPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token = "" } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={account.confirmEmail.title} lead={account.confirmEmail.lead}>
      <ConfirmForm token={token} />
    </NarrowPage>
  );
};

export default ConfirmEmailPage;
