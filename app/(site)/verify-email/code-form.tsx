"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { withQuery } from "@/app/_client/search-params";
import { openPage, recallPassword, safePath, signInByPassword } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { site } from "@/messages/texts/site";
import { useChosenAccount } from "./choose-account";

const { verify: texts } = site;

const check = ({ email = "", otp = "" }: Record<string, string>): Record<string, string> => ({
  ...checkEmail(email),
  ...(/^\d{6}$/.test(otp.replace(/\s/g, "")) ? {} : { otp: texts.codeWrong }),
});

/**
 * Signs in with the password that was chosen on this page or at sign-up in this tab. If there is none, or it is wrong,
 * opens the sign-in page.
 */
const goOn = async (email: string, chosen: string | undefined, next: string | undefined) => {
  const password = chosen ?? recallPassword(email);
  const failure = password ? await signInByPassword(email, password).catch(() => "internal") : "unknown";
  openPage(failure === null ? safePath(next) : withQuery("/sign-in", { confirmed: "1", email, next }));
};

type Props = { email: string | undefined; next?: string | undefined };

export const CodeForm = ({ email: given, next }: Props) => {
  const trpc = useTRPC();
  const verify = useMutation(trpc.users.verifyByOtp.mutationOptions());
  const resend = useMutation(trpc.users.resendVerification.mutationOptions());
  const [email, setEmail] = useState(given ?? "");
  const account = useChosenAccount();

  const send = async ({ otp = "", ...values }: Record<string, string>) => {
    const chosen = account.read(values);
    try {
      await verify.mutateAsync({ email: email.trim(), otp: otp.replace(/\s/g, ""), ...chosen });
    } catch (error) {
      throw account.explain(error);
    }
    await goOn(email.trim(), chosen.password, next);
  };

  return (
    <>
      <Form label={texts.title} check={(values) => ({ ...check(values), ...account.check(values) })} onSend={send}>
        <TextField
          name="email"
          label={site.signUp.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          isRequired
        />
        <TextField
          name="otp"
          label={texts.code}
          hint={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
        {account.fields}
        <Button type="submit" variant="primary" block isPending={verify.isPending}>
          {texts.submit}
        </Button>
      </Form>
      <div className="mt-4">
        <Button
          block
          isPending={resend.isPending}
          onPress={() => resend.mutate({ email: email.trim() }, { onSuccess: () => announce(texts.resent) })}
        >
          {texts.resend}
        </Button>
        {resend.isSuccess ? <p className="mt-2 text-soft">{texts.resent}</p> : null}
        {resend.isError ? <p className="mt-2 font-semibold text-critical">{resend.error.message}</p> : null}
      </div>
    </>
  );
};
