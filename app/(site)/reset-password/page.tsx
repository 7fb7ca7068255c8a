import type { Metadata } from "next";
import { isWholeToken, readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { ResetForm } from "./reset-form";

const { reset: texts } = account;

export const generateMetadata = (): Metadata => ({
  title: `${texts.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const ResetPasswordPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token } = await readSearchParams(searchParams);
  if (isWholeToken(token))
    return (
      <NarrowPage title={texts.title} lead={texts.lead}>
        <ResetForm token={token} />
      </NarrowPage>
    );
  return (
    <NarrowPage title={texts.title} lead={texts.broken}>
      <TextLink href="/forgot-password">{texts.again}</TextLink>
    </NarrowPage>
  );
};

export default ResetPasswordPage;
