"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";
import { shared } from "@/messages/texts/shared";

const { home: texts } = service;

const check = ({ name = "" }: Record<string, string>): Record<string, string> =>
  name.trim() === "" ? { name: texts.nameMissing } : {};

export const AddOrganisation = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.organisations.add.mutationOptions());
  const send = async ({ name = "" }: Record<string, string>) => {
    const added = await add.mutateAsync({ name });
    await queryClient.invalidateQueries(trpc.organisations.pathFilter());
    notify(texts.added({ name: added.name }));
    onClose();
  };
  return (
    <Dialog title={texts.add} isOpen={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Form label={texts.add} check={check} onSend={send}>
        <p className="text-soft">{texts.addLead}</p>
        <TextField name="name" label={texts.name} maxLength={200} autoComplete="organization" autoFocus isRequired />
        <DialogActions>
          <Button onPress={onClose}>{shared.cancel}</Button>
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {texts.addSend}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
