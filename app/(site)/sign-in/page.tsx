import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { site } from "@/app/_texts/site";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: `${site.signIn_.title} · Curbcut` };

const leadOf = ({ ended, confirmed }: Record<string, string | undefined>): string | undefined => {
  if (confirmed) return site.verify.done;
  return ended ? site.signIn_.ended : undefined;
};

const SignInPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const params = await readSearchParams(searchParams);
  return (
    <NarrowPage title={site.signIn_.title} lead={leadOf(params)}>
      <SignInForm email={params["email"]} next={params["next"]} />
    </NarrowPage>
  );
};

export default SignInPage;
