"use client";

import { site } from "@/app/_texts/site";
import { Button } from "./button";
import { DocumentTitle, PageHeading } from "./page-heading";
import { shared } from "./texts";

export type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** What a page shows instead of itself when drawing it failed. */
export const ErrorContent = ({ error, reset }: ErrorProps) => (
  <>
    <DocumentTitle parts={[site.error.title]} />
    <PageHeading lead={site.error.text}>{site.error.title}</PageHeading>
    {error.digest ? <p className="mb-6 text-sm text-soft">{shared.requestId(error.digest)}</p> : null}
    <Button variant="primary" onPress={reset}>
      {site.error.retry}
    </Button>
  </>
);

export const ErrorPage = (props: ErrorProps) => (
  <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[75rem] px-4 py-12 outline-none sm:px-6">
    <ErrorContent {...props} />
  </main>
);
