"use client";

import { shared } from "@/messages/texts/shared";
import { site } from "@/messages/texts/site";
import { Button } from "./button";
import { DocumentTitle, PageHeading } from "./page-heading";

export type ErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** Shown instead of a page that failed to render. */
export const ErrorContent = ({ error, reset }: ErrorProps) => (
  <>
    <DocumentTitle parts={[site.error.title]} />
    <PageHeading lead={site.error.text}>{site.error.title}</PageHeading>
    {error.digest ? <p className="mb-6 text-sm text-soft">{shared.errorId({ id: error.digest })}</p> : null}
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
