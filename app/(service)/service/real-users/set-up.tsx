"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { EmptyState } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { rum } from "@/messages/texts/rum";
import { checkOrigins, OriginsField, readOrigins } from "./origins-field";

const { setUp: texts } = rum;

type Props = { website: { id: string; name: string; url: string }; mayWrite: boolean };

/** Set-up instructions for a website whose visits aren't measured yet. */
export const SetUp = ({ website, mayWrite }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.rum.addSite.mutationOptions());
  if (!mayWrite)
    return (
      <EmptyState title={texts.title({ name: website.name })}>
        <p>{texts.notAllowed}</p>
      </EmptyState>
    );
  const send = async ({ origins }: Record<string, string>) => {
    await add.mutateAsync({ website_id: website.id, origins: readOrigins(origins) });
    await queryClient.invalidateQueries(trpc.rum.pathFilter());
    notify(texts.started({ name: website.name }));
  };
  return (
    <section aria-labelledby="set-up" className="card max-w-2xl p-6 sm:p-8">
      <h2 id="set-up" className="mb-2 text-xl">
        {texts.title({ name: website.name })}
      </h2>
      <p className="mb-5 text-soft">{texts.lead}</p>
      <Form label={texts.title({ name: website.name })} check={checkOrigins} onSend={send}>
        <OriginsField origins={[new URL(website.url).origin]} />
        <div>
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {texts.start}
          </Button>
        </div>
      </Form>
    </section>
  );
};
