import type { Metadata } from "next";
import { readSearchParams, type SearchParams } from "@/app/_client/search-params";
import { site } from "@/app/_texts/site";
import { NarrowPage } from "@/app/_ui/narrow-page";
import { SignUpForm } from "./sign-up-form";

export const metadata: Metadata = { title: `${site.signUp.title} · Curbcut` };

const SignUpPage = async ({ searchParams }: { searchParams: SearchParams }) => {
  const { url } = await readSearchParams(searchParams);
  return (
    <NarrowPage title={site.signUp.title} lead={site.signUp.lead}>
      <SignUpForm url={url} />
    </NarrowPage>
  );
};

export default SignUpPage;
