"use client";

import { site } from "@/app/_texts/site";
import { Button } from "./button";
import { DocumentTitle, PageHeading } from "./page-heading";
import { shared } from "./texts";

type Props = { error: Error & { digest?: string }; reset: () => void };

export const ErrorPage = ({ error, reset }: Props) => (
  <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[75rem] px-4 py-12 outline-none sm:px-6">
    <DocumentTitle parts={[site.error.title]} />
    <PageHeading lead={site.error.text}>{site.error.title}</PageHeading>
    {error.digest ? <p className="mb-6 text-sm text-soft">{shared.requestId(error.digest)}</p> : null}
    <Button variant="primary" onPress={reset}>
      {site.error.retry}
    </Button>
  </main>
);
