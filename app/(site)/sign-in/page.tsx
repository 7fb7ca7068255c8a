import { CircleAlert } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { providerNames } from "@/app/_ui/provider-names";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";
import { ProviderButtons } from "../_parts/provider-buttons";
import { readProviders } from "../_parts/read-providers";
import { isSignUpOpen } from "../_parts/read-sign-up";
import { SignInForm } from "./sign-in-form";

/** An error message above the form, about something that happened before this page was opened. */
const Notice = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mb-6 flex items-start gap-2 rounded-md border-2 border-critical bg-critical-tint p-4 font-semibold text-critical"
  >
    <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
);

export const generateMetadata = (): Metadata => ({ title: `${site.signIn_.title} · Curbcut` });

type Params = Record<string, string | undefined>;

/** Messages about what happened on the previous page, each with the query parameter that selects it. */
const listDone = (): readonly (readonly [key: string, text: string])[] => [
  ["confirmed", site.verify.done],
  ["changed", account.signIn.changed],
  ["moved", account.signIn.emailChanged],
  ["deleted", account.signIn.deleted],
  ["ended", site.signIn_.ended],
];

const leadOf = (params: Params): string | undefined => {
  const linked = providerNames[params["linked"] as keyof typeof providerNames];
  return linked ? account.signIn.linked({ provider: linked }) : listDone().find(([key]) => params[key])?.[1];
};

const problems = (): Readonly<Record<string, string>> => ({
  sign_up_closed: site.signUp.closed,
  email_unverified: account.signIn.unverified,
  forbidden: account.signIn.noOrganisation,
  internal: site.signIn_.failed,
  rate_limited: site.signIn_.tooMany,
});

const SignInPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const params = await readSearchParams(searchParams);
  const { email, error, next } = params;
  return (
    <NarrowPage title={site.signIn_.title} lead={leadOf(params)}>
      {error ? <Notice>{problems()[error] ?? account.signIn.provider}</Notice> : null}
      <ProviderButtons providers={await readProviders()} next={next} />
      <SignInForm email={email} next={next} mayRegister={await isSignUpOpen()} />
    </NarrowPage>
  );
};

export default SignInPage;
