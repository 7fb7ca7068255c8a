import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { account, providerNames } from "@/app/_texts/account";
import { site } from "@/app/_texts/site";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { Notice } from "../_parts/notice";
import { ProviderButtons } from "../_parts/provider-buttons";
import { readProviders } from "../_parts/read-providers";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: `${site.signIn_.title} · Curbcut` };

type Params = Record<string, string | undefined>;

/** What the page before has done, by the key it left in the address. */
const done: readonly (readonly [key: string, text: string])[] = [
  ["confirmed", site.verify.done],
  ["changed", account.signIn.changed],
  ["moved", account.signIn.emailChanged],
  ["deleted", account.signIn.deleted],
  ["ended", site.signIn_.ended],
];

const leadOf = (params: Params): string | undefined => {
  const linked = providerNames[params["linked"] as keyof typeof providerNames];
  return linked ? account.signIn.linked(linked) : done.find(([key]) => params[key])?.[1];
};

const problems: Readonly<Record<string, string>> = {
  email_unverified: account.signIn.unverified,
  forbidden: account.signIn.noOrganisation,
  internal: site.signIn_.failed,
  rate_limited: site.signIn_.tooMany,
};

const SignInPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const params = await readSearchParams(searchParams);
  const { email, error, next } = params;
  return (
    <NarrowPage title={site.signIn_.title} lead={leadOf(params)}>
      {error ? <Notice>{problems[error] ?? account.signIn.provider}</Notice> : null}
      <ProviderButtons providers={await readProviders()} next={next} />
      <SignInForm email={email} next={next} />
    </NarrowPage>
  );
};

export default SignInPage;
