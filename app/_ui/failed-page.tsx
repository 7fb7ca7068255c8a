"use client";

import { readProblem } from "@/app/_client/problem";
import { site } from "@/app/_texts/site";
import { Button, ButtonLink } from "./button";
import { DocumentTitle, PageHeading } from "./page-heading";
import { shared } from "./texts";

type Props = { error: unknown; onRetry: () => void };

/** A whole page that couldn't be loaded: gone for good, for others only, or worth another try. */
export const FailedPage = ({ error, onRetry }: Props) => {
  const problem = readProblem(error);
  if (problem.code === "forbidden")
    return (
      <>
        <DocumentTitle parts={[shared.forbiddenTitle]} />
        <PageHeading lead={shared.forbiddenText}>{shared.forbiddenTitle}</PageHeading>
      </>
    );
  const isGone = problem.code === "not_found" || problem.code === "invalid_input";
  const title = isGone ? site.notFound.title : shared.failedTitle;
  return (
    <>
      <DocumentTitle parts={[title]} />
      <PageHeading lead={isGone ? site.notFound.text : problem.message}>{title}</PageHeading>
      {isGone ? (
        <ButtonLink href="/accessibility" variant="primary">
          {site.notFound.websites}
        </ButtonLink>
      ) : (
        <Button variant="primary" onPress={onRetry}>
          {shared.tryAgain}
        </Button>
      )}
    </>
  );
};
