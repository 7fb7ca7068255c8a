import type { Metadata } from "next";
import { readSearchParams, type SearchParams, withQuery } from "@/app/_client/search-params";
import { site } from "@/app/_texts/site";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { ProviderButtons } from "../_parts/provider-buttons";
import { readProviders } from "../_parts/read-providers";
import { SignUpForm } from "./sign-up-form";

export const metadata: Metadata = { title: `${site.signUp.title} · Curbcut` };

const SignUpPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { url } = await readSearchParams(searchParams);
  const next = url ? withQuery("/accessibility/websites/new", { url }) : undefined;
  return (
    <NarrowPage title={site.signUp.title} lead={site.signUp.lead}>
      <ProviderButtons providers={await readProviders()} next={next} />
      <SignUpForm next={next} />
    </NarrowPage>
  );
};

export default SignUpPage;
