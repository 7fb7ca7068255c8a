"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";

const { settings: texts, home } = service;

const check = ({ name = "" }: Record<string, string>): Record<string, string> =>
  name.trim() === "" ? { name: home.nameMissing } : {};

export const RenameForm = ({ organisation }: { organisation: { id: string; name: string } }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.organisations.change.mutationOptions());
  const send = async ({ name = "" }: Record<string, string>) => {
    const renamed = await change.mutateAsync({ id: organisation.id, name });
    await queryClient.invalidateQueries(trpc.users.me.pathFilter());
    await queryClient.invalidateQueries(trpc.organisations.pathFilter());
    notify(texts.renamed({ name: renamed.name }));
  };
  return (
    <section aria-labelledby="rename" className="max-w-xl">
      <h2 id="rename" className="mb-3 text-lg">
        {texts.rename}
      </h2>
      <Form label={texts.rename} check={check} onSend={send}>
        <TextField
          name="name"
          label={texts.renameLabel}
          defaultValue={organisation.name}
          maxLength={200}
          autoComplete="organization"
          isRequired
        />
        <div>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {texts.save}
          </Button>
        </div>
      </Form>
    </section>
  );
};
