import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { site } from "@/messages/texts/site";
import { CodeForm } from "./code-form";
import { LinkForm } from "./link-form";
import { OutboxHint } from "./outbox-hint";

export const generateMetadata = (): Metadata => ({
  title: `${site.verify.title} · Curbcut`,
  referrer: "no-referrer",
});

const VerifyPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { email, next, token } = await readSearchParams(searchParams);
  if (token)
    return (
      <NarrowPage title={site.verify.title} lead={site.verify.linkLead}>
        <LinkForm token={token} />
      </NarrowPage>
    );
  return (
    <NarrowPage title={site.verify.title} lead={email ? site.verify.sent({ email }) : site.verify.sentUnknown}>
      <CodeForm email={email} next={next} />
      <OutboxHint />
    </NarrowPage>
  );
};

export default VerifyPage;
