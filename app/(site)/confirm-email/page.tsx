import type { Metadata } from "next";
import { isWholeToken, readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { ConfirmForm } from "./confirm-form";

const { confirmEmail: texts } = account;

export const generateMetadata = (): Metadata => ({
  title: `${texts.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const ConfirmEmailPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token } = await readSearchParams(searchParams);
  if (isWholeToken(token))
    return (
      <NarrowPage title={texts.title} lead={texts.lead}>
        <ConfirmForm token={token} />
      </NarrowPage>
    );
  return (
    <NarrowPage title={texts.title} lead={texts.broken}>
      <TextLink href="/accessibility/account">{texts.back}</TextLink>
    </NarrowPage>
  );
};

export default ConfirmEmailPage;
