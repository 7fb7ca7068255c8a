"use client";

import { type ReactNode, useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { withQuery } from "@/app/_client/search-params";
import { openPage, safePath, signInByPassword } from "@/app/_client/session";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { Link } from "@/app/_ui/link";
import { PasswordField, TextField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";

const { signIn_: texts } = site;

const check = ({ email = "", password = "" }: Record<string, string>): Record<string, string> => ({
  ...checkEmail(email),
  ...(password === "" ? { password: texts.passwordMissing } : {}),
});

const explain = (code: string, email: string, next: string | undefined): ReactNode => {
  if (code === "invalid_credentials" || code === "CredentialsSignin") return texts.wrong;
  if (code === "rate_limited") return texts.tooMany;
  if (code === "forbidden") return account.signIn.noOrganisation;
  if (code !== "email_not_verified") return texts.failed;
  return (
    <>
      {texts.notVerified}{" "}
      <Link className="underline underline-offset-2" href={withQuery("/verify-email", { email, next })}>
        {texts.notVerifiedLink}
      </Link>
    </>
  );
};

type Props = { email: string | undefined; next: string | undefined; mayRegister: boolean };

export const SignInForm = ({ email: given, next, mayRegister }: Props) => {
  const [pending, setPending] = useState(false);

  const send = async ({ email = "", password = "" }: Record<string, string>) => {
    setPending(true);
    const failure = await signInByPassword(email.trim(), password).catch(() => "internal");
    if (failure === null) return openPage(safePath(next));
    setPending(false);
    throw new FormProblem(explain(failure, email.trim(), next));
  };

  return (
    <>
      <Form label={texts.title} check={check} onSend={send}>
        <TextField
          name="email"
          label={texts.email}
          type="email"
          autoComplete="username"
          defaultValue={given ?? ""}
          isRequired
        />
        <PasswordField name="password" label={texts.password} autoComplete="current-password" isRequired />
        <Button type="submit" variant="primary" block isPending={pending}>
          {texts.submit}
        </Button>
      </Form>
      <p className="mt-4">
        <TextLink href="/forgot-password">{account.signIn.forgot}</TextLink>
      </p>
      {mayRegister ? (
        <p className="mt-2">
          {texts.noAccount} <TextLink href="/sign-up">{site.createAccount}</TextLink>
        </p>
      ) : null}
    </>
  );
};
