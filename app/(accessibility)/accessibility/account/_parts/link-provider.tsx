"use client";

import { useMutation } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { signInByProvider } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { providerNames } from "@/app/_ui/provider-names";
import { PasswordField } from "@/app/_ui/text-field";
import { account } from "@/messages/texts/account";
import { shared } from "@/messages/texts/shared";
import { explainSignIn } from "./explain";

const { page: texts } = account;

export type ProviderId = keyof typeof providerNames;
type Props = { providers: readonly ProviderId[]; hasPassword: boolean };

/** One button per provider. Users confirm their identity before they link a provider. */
export const LinkProvider = ({ providers, hasPassword }: Props) => {
  const [provider, setProvider] = useState<ProviderId | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (providers.length === 0) return null;
  return (
    <>
      <ul className="mt-4 flex flex-wrap gap-3">
        {providers.map((id) => (
          <li key={id}>
            <Button
              icon={<Link2 className="size-5 shrink-0" aria-hidden="true" />}
              onPress={() => {
                setProvider(id);
                setOpen(true);
              }}
            >
              {texts.linkProvider({ provider: providerNames[id] })}
            </Button>
          </li>
        ))}
      </ul>
      {provider ? (
        <Dialog
          title={texts.linkProvider({ provider: providerNames[provider] })}
          isOpen={isOpen}
          onOpenChange={setOpen}
        >
          <Fields provider={provider} hasPassword={hasPassword} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
};

type FieldsProps = { provider: ProviderId; hasPassword: boolean; onClose: () => void };

const Fields = ({ provider, hasPassword, onClose }: FieldsProps) => {
  const trpc = useTRPC();
  const start = useMutation(trpc.account.startLinking.mutationOptions());
  const [isLeaving, setLeaving] = useState(false);
  const name = providerNames[provider];
  const check = ({ password }: Record<string, string>): Record<string, string> =>
    password === "" ? { password: texts.presentMissing } : {};
  const send = async ({ password }: Record<string, string>) => {
    try {
      const { callback_url } = await start.mutateAsync({ provider, ...(password ? { password } : {}) });
      setLeaving(true);
      await signInByProvider(provider, callback_url);
    } catch (error) {
      setLeaving(false);
      throw explainSignIn(error);
    }
  };
  return (
    <Form label={texts.linkProvider({ provider: name })} check={check} onSend={send}>
      <p className="text-soft">{texts.linkLead({ provider: name })}</p>
      {hasPassword ? (
        <PasswordField
          name="password"
          label={texts.presentPassword}
          autoComplete="current-password"
          isRequired
          autoFocus
        />
      ) : null}
      <DialogActions>
        <Button onPress={onClose}>{shared.cancel}</Button>
        <Button type="submit" variant="primary" isPending={start.isPending || isLeaving}>
          {texts.linkGo({ provider: name })}
        </Button>
      </DialogActions>
    </Form>
  );
};
