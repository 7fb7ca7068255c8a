"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { service } from "@/messages/texts/service";
import { goOn } from "./go-on";

const { settings: texts } = service;

type Props = { organisation: { id: string; name: string }; isOpen: boolean; onClose: () => void };

/** Requires the user to type the organisation's full name, because everything is deleted for all members. */
export const DeleteDialog = ({ organisation: { id, name }, isOpen, onClose }: Props) => {
  const trpc = useTRPC();
  const remove = useMutation(trpc.organisations.remove.mutationOptions({ onSuccess: goOn }));
  const check = ({ confirm_name = "" }: Record<string, string>): Record<string, string> =>
    confirm_name.trim() === name ? {} : { confirm_name: texts.removeMismatch };
  const send = async ({ confirm_name = "" }: Record<string, string>) => {
    await remove.mutateAsync({ id, confirm_name });
  };
  return (
    <Dialog
      title={texts.removeAsk({ name })}
      role="alertdialog"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
    >
      <p className="mb-5 text-soft">{texts.removeLead}</p>
      <Form label={texts.removeAsk({ name })} check={check} onSend={send}>
        <TextField name="confirm_name" label={texts.removeType({ name })} autoComplete="off" autoFocus isRequired />
        <DialogActions>
          <Button onPress={onClose}>{texts.keep}</Button>
          <Button type="submit" variant="danger" isPending={remove.isPending}>
            {texts.remove({ name })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
