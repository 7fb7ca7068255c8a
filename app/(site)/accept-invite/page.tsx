import type { Metadata } from "next";
import { cookies } from "next/headers";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { account } from "@/messages/texts/account";
import { Invitation } from "./invitation";

export const generateMetadata = (): Metadata => ({
  title: `${account.invite.plainTitle} · Curbcut`,
  referrer: "no-referrer",
  robots: { index: false },
});

const AcceptInvitePage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { token = "" } = await readSearchParams(searchParams);
  const mayBeSignedIn = (await cookies()).getAll().some(({ name }) => name.endsWith("next-auth.session-token"));
  return (
    <NarrowPage title={account.invite.plainTitle}>
      <Invitation token={token} mayBeSignedIn={mayBeSignedIn} />
    </NarrowPage>
  );
};

export default AcceptInvitePage;
