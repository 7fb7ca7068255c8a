"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { isRecord, readProblem } from "@/app/_client/problem";
import { signInByPassword, signOutHere } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form, FormProblem } from "@/app/_ui/form";
import { PasswordField, TextField } from "@/app/_ui/text-field";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";
import { explainSignIn } from "./explain";

const { page: texts } = account;

const namesIn = (details: unknown): string[] => {
  const organisations = isRecord(details) ? details["organisations"] : null;
  if (!Array.isArray(organisations)) return [];
  return organisations.flatMap((each: unknown) => (isRecord(each) ? [String(each["name"])] : []));
};

/**
 * Explains which organisations need another owner before the account can be deleted. Passes any other error to
 * `explainSignIn`.
 */
const explain = (error: unknown): unknown => {
  const names = namesIn(readProblem(error).details);
  if (names.length === 0) return explainSignIn(error);
  return new FormProblem(
    <>
      {texts.deleteStuck} {names.join(", ")}. {texts.deleteStuckHelp}
    </>,
  );
};

type Props = { email: string; hasPassword: boolean };

export const DeleteAccount = ({ email, hasPassword }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)} icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}>
        {texts.delete}
      </Button>
      <Dialog title={texts.deleteAsk} role="alertdialog" isOpen={isOpen} onOpenChange={setOpen}>
        <ul className="list-disc space-y-1 ps-5">
          {texts.deleteLosses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        <p className="my-4 font-semibold">{texts.deleteUndo}</p>
        <DeleteForm email={email} hasPassword={hasPassword} onKeep={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

const DeleteForm = ({ email, hasPassword, onKeep }: Props & { onKeep: () => void }) => {
  const trpc = useTRPC();
  const remove = useMutation(trpc.account.delete.mutationOptions());
  const [pending, setPending] = useState(false);

  const check = ({ typed_email = "", delete_password }: Record<string, string>) => ({
    ...(typed_email.trim().toLowerCase() === email ? {} : { typed_email: texts.deleteMistyped }),
    ...(delete_password === "" ? { delete_password: texts.presentMissing } : {}),
  });

  /** Signs in again, because the server requires a recent sign-in. */
  const prove = async (password: string | undefined) => {
    if (!password) return;
    const failure = await signInByPassword(email, password).catch(() => "internal");
    if (failure === "rate_limited") throw new FormProblem(site.signIn_.tooMany);
    if (failure !== null) throw new FormProblem(site.signIn_.wrong);
  };

  const send = async ({ delete_password }: Record<string, string>) => {
    setPending(true);
    try {
      await prove(delete_password);
      await remove.mutateAsync({});
      await signOutHere("/sign-in?deleted=1");
    } catch (error) {
      setPending(false);
      throw explain(error);
    }
  };

  return (
    <Form label={texts.delete} check={check} onSend={send}>
      <TextField name="typed_email" label={texts.deleteType({ email })} type="email" autoComplete="off" isRequired />
      {hasPassword ? (
        <PasswordField name="delete_password" label={texts.deletePassword} autoComplete="current-password" isRequired />
      ) : null}
      <DialogActions>
        <Button onPress={onKeep}>{texts.deleteKeep}</Button>
        <Button type="submit" variant="danger" isPending={pending}>
          {texts.deleteDo}
        </Button>
      </DialogActions>
    </Form>
  );
};
