"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";

const { page: texts } = account;

const check = ({ name = "" }: Record<string, string>): Record<string, string> =>
  name.trim() === "" ? { name: site.signUp.nameMissing } : {};

export const ProfileForm = ({ name }: { name: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.users.updateMe.mutationOptions({
      onSuccess: (me) => {
        queryClient.setQueryData(trpc.users.me.queryKey({}), me);
        notify(texts.nameSaved);
      },
    }),
  );
  const send = async ({ name: given = "" }: Record<string, string>) => {
    await change.mutateAsync({ name: given.trim() });
  };
  return (
    <Form label={texts.profile} check={check} onSend={send}>
      <TextField name="name" label={texts.name} autoComplete="name" defaultValue={name} isRequired />
      <div>
        <Button type="submit" isPending={change.isPending}>
          {texts.saveName}
        </Button>
      </div>
    </Form>
  );
};
