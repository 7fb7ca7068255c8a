import type { Metadata } from "next";
import { readSearchParams, type SearchParams, withQuery } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { TextLink } from "@/app/_ui/text-link";
import { site } from "@/messages/texts/site";
import { ProviderButtons } from "../_parts/provider-buttons";
import { readProviders } from "../_parts/read-providers";
import { isSignUpOpen } from "../_parts/read-sign-up";
import { SignUpForm } from "./sign-up-form";

export const generateMetadata = (): Metadata => ({ title: `${site.signUp.title} · Curbcut` });

const SignUpPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { url } = await readSearchParams(searchParams);
  const next = url ? withQuery("/accessibility/websites/new", { url }) : undefined;
  if (!(await isSignUpOpen()))
    return (
      <NarrowPage title={site.signUp.title} lead={site.signUp.closed}>
        <p>
          {site.signUp.haveAccount} <TextLink href={withQuery("/sign-in", { next })}>{site.signIn}</TextLink>
        </p>
      </NarrowPage>
    );
  return (
    <NarrowPage title={site.signUp.title} lead={site.signUp.lead}>
      <ProviderButtons providers={await readProviders()} next={next} />
      <SignUpForm next={next} />
    </NarrowPage>
  );
};

export default SignUpPage;
