import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { unsubscribe as texts } from "@/app/_texts/unsubscribe";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { SubscriptionForm } from "./subscription-form";

export const metadata: Metadata = {
  title: `${texts.title} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
};

const UnsubscribePage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token = "" } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={texts.title} lead={texts.lead}>
      {token ? <SubscriptionForm token={token} /> : <p className="font-semibold">{texts.broken}</p>}
    </NarrowPage>
  );
};

export default UnsubscribePage;
