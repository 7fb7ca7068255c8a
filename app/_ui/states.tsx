"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { readProblem } from "@/app/_client/problem";
import { shared } from "@/messages/texts/shared";
import { Button } from "./button";

type EmptyProps = { title: string; children: ReactNode; action?: ReactNode };

export const EmptyState = ({ title, children, action }: EmptyProps) => (
  <section className="card flex flex-col items-start gap-3 p-6 sm:p-8">
    <h2 className="text-xl">{title}</h2>
    <div className="prose text-soft">{children}</div>
    {action ? <div className="mt-2">{action}</div> : null}
  </section>
);

type FailedProps = { error: unknown; onRetry: () => void };

/** Says what happened and offers to try again; used if a query failed. */
export const FailedState = ({ error, onRetry }: FailedProps) => {
  const problem = readProblem(error);
  if (problem.code === "forbidden")
    return (
      <section className="card flex flex-col items-start gap-3 p-6">
        <h2 className="text-xl">{shared.forbiddenTitle}</h2>
        <p className="prose text-soft">{shared.forbiddenText}</p>
      </section>
    );
  return (
    <section role="alert" className="card flex flex-col items-start gap-3 p-6">
      <h2 className="flex items-center gap-2 text-xl">
        <CircleAlert className="size-6 shrink-0 text-critical" aria-hidden="true" />
        {shared.failedTitle}
      </h2>
      <p className="prose text-soft">{problem.message}</p>
      {problem.request_id ? <p className="text-sm text-soft">{shared.requestId({ id: problem.request_id })}</p> : null}
      <Button onPress={onRetry}>{shared.tryAgain}</Button>
    </section>
  );
};

type SkeletonProps = { heights: readonly number[] };

/** Placeholder blocks, each as high (in px) as the content that will replace it; visible after 150 ms. */
export const Skeleton = ({ heights }: SkeletonProps) => (
  <div className="appear-late flex flex-col gap-4" role="status" aria-label={shared.loading}>
    {heights.map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change order
      <div key={index} className="skeleton" style={{ height }} />
    ))}
  </div>
);
