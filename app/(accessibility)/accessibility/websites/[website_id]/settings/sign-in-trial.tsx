"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { websites } from "@/messages/texts/websites";

const { signIn: texts } = websites;

type Trial = Outputs["websiteSignIns"]["attempt"];

/** A button that signs in once, and the result. */
export const SignInTrial = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const attempt = useMutation(
    trpc.websiteSignIns.attempt.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.websiteSignIns.get.pathFilter()),
    }),
  );
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button variant="primary" isPending={attempt.isPending} onPress={() => attempt.mutate({ id: website_id })}>
          {texts.try}
        </Button>
      </div>
      <div role="status">
        {attempt.isPending ? <p className="text-soft">{texts.trying}</p> : null}
        {attempt.data && !attempt.isPending ? <TrialResult trial={attempt.data} /> : null}
      </div>
      {attempt.isError ? (
        <p role="alert" className="font-semibold text-critical">
          {readProblem(attempt.error).message}
        </p>
      ) : null}
    </div>
  );
};

const TrialResult = ({ trial: { outcome, message, url, title, picture } }: { trial: Trial }) => {
  const hasWorked = outcome === "signed_in";
  const Icon = hasWorked ? CircleCheck : CircleAlert;
  const name = title || texts.noTitle;
  return (
    <div className="card flex flex-col gap-3 p-5">
      <p className={`flex items-start gap-2 font-semibold ${hasWorked ? "" : "text-critical"}`}>
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {hasWorked ? texts.worked : texts.failed}
      </p>
      {hasWorked ? null : <p>{message}</p>}
      {url === null ? null : (
        <dl>
          <dt className="text-sm text-soft">{texts.ledTo}</dt>
          <dd className="wrap-anywhere">{name}</dd>
          <dd className="wrap-anywhere text-sm text-soft">{url}</dd>
        </dl>
      )}
      {picture ? (
        <figure>
          {/* biome-ignore lint/performance/noImgElement: nothing has to be loaded, because the image is a data: URL */}
          <img
            src={`data:image/webp;base64,${picture.data}`}
            width={picture.width}
            height={picture.height}
            alt={texts.picture({ title: name })}
            className="h-auto max-w-full rounded-md border border-line"
          />
          <figcaption className="mt-2 text-sm text-soft">{texts.pictureNote}</figcaption>
        </figure>
      ) : null}
    </div>
  );
};
