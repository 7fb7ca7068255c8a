"use client";

import { readProblem } from "@/app/_client/problem";
import { shared } from "@/messages/texts/shared";
import { site } from "@/messages/texts/site";
import { Button, ButtonLink } from "./button";
import { DocumentTitle, PageHeading } from "./page-heading";

type Props = { error: unknown; onRetry: () => void };

/**
 * Shown if a page couldn't be loaded: says that it doesn't exist or that the user lacks permission, or offers to try
 * again.
 */
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
