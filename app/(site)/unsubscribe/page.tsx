import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { unsubscribe as texts } from "@/messages/texts/unsubscribe";
import { SubscriptionForm } from "./subscription-form";

export const generateMetadata = (): Metadata => ({
  title: `${texts.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const UnsubscribePage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token = "" } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={texts.title} lead={texts.lead}>
      {token ? <SubscriptionForm token={token} /> : <p className="font-semibold">{texts.broken}</p>}
    </NarrowPage>
  );
};

export default UnsubscribePage;
