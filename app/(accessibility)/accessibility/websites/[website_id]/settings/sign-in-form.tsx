"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Choices } from "@/app/_ui/choices";
import { Form, FormProblem } from "@/app/_ui/form";
import { PasswordField, TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";
import { fieldOf, findWrongFields, type Kind, readSignIn } from "./read-sign-in";

const { signIn: texts } = websites;

export type SignIn = NonNullable<Outputs["websiteSignIns"]["get"]["sign_in"]>;

/** Password managers mustn't offer the user's own passwords or save this one. */
const secret = { autoComplete: "off", isRequired: true, spellCheck: "false" } as const;

const UserName = ({ signIn }: { signIn: SignIn | null }) => (
  <TextField
    name="method.user_name"
    label={texts.userName}
    defaultValue={signIn?.user_name ?? ""}
    autoComplete="off"
    isRequired
  />
);

const Password = () => (
  <PasswordField name="method.password" label={texts.password} autoComplete="new-password" isRequired />
);

const FormFields = ({ signIn }: { signIn: SignIn | null }) => {
  const { user_name = "", password = "", code = "", submit = "" } = signIn?.selectors ?? {};
  return (
    <>
      <TextField name="method.url" label={texts.url} inputMode="url" defaultValue={signIn?.url ?? ""} isRequired />
      <UserName signIn={signIn} />
      <Password />
      <PasswordField name="method.totp" label={texts.totp} hint={texts.totpHint} autoComplete="off" />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-1 font-semibold">{texts.selectors}</legend>
        <p className="text-sm text-soft">{texts.selectorsHint}</p>
        <TextField name="method.selectors.user_name" label={texts.selectorUserName} defaultValue={user_name} />
        <TextField name="method.selectors.password" label={texts.selectorPassword} defaultValue={password} />
        <TextField name="method.selectors.code" label={texts.selectorCode} defaultValue={code} />
        <TextField name="method.selectors.submit" label={texts.selectorSubmit} defaultValue={submit} />
      </fieldset>
    </>
  );
};

const FieldsOf = ({ kind, signIn }: { kind: Kind; signIn: SignIn | null }) => {
  switch (kind) {
    case "form":
      return <FormFields signIn={signIn} />;
    case "basic":
      return (
        <>
          <UserName signIn={signIn} />
          <Password />
        </>
      );
    case "headers":
      return <TextField name="method.headers" label={texts.headers} hint={texts.headersHint} rows={3} {...secret} />;
    case "cookies":
      return <TextField name="method.cookies" label={texts.cookies} hint={texts.cookiesHint} rows={3} {...secret} />;
    case "storage_state":
      return <TextField name="method.state" label={texts.state} hint={texts.stateHint} rows={6} {...secret} />;
  }
};

type Props = { website: { id: string; url: string }; signIn: SignIn | null; onDone?: () => void };

const isKind = (value: string): value is Kind => Object.hasOwn(texts.kinds, value);

/** A form for setting up or replacing a sign-in. Users who replace one have to enter the secrets again. */
export const SignInForm = ({ website, signIn, onDone }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Kind>(signIn?.kind ?? "form");
  const save = useMutation(trpc.websiteSignIns.save.mutationOptions());

  const send = async (values: Record<string, string>) => {
    try {
      await save.mutateAsync(readSignIn(website.id, kind, values));
    } catch (error) {
      const { fields } = readProblem(error);
      if (fields.length === 0) throw error;
      throw new FormProblem(null, Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), message])));
    }
    await queryClient.invalidateQueries(trpc.websiteSignIns.pathFilter());
    notify(texts.saved);
    onDone?.();
  };

  return (
    <Form label={texts.title} check={(values) => findWrongFields(kind, values, texts)} onSend={send}>
      <Choices
        label={texts.kind}
        options={texts.kinds}
        value={kind}
        onChange={(value) => (isKind(value) ? setKind(value) : undefined)}
      />
      <FieldsOf key={kind} kind={kind} signIn={signIn} />
      <TextField
        name="origins"
        label={texts.origins}
        hint={texts.originsHint}
        rows={2}
        defaultValue={(signIn?.origins ?? [new URL(website.url).origin]).join("\n")}
        isRequired
      />
      <TextField
        name="signed_in.url"
        label={texts.signedInUrl}
        hint={texts.signedInUrlHint}
        inputMode="url"
        defaultValue={signIn?.signed_in.url ?? ""}
      />
      <TextField
        name="signed_in.text"
        label={texts.signedInText}
        hint={texts.signedInTextHint}
        defaultValue={signIn?.signed_in.text ?? ""}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {texts.save}
        </Button>
        {onDone ? <Button onPress={onDone}>{texts.cancel}</Button> : null}
      </div>
    </Form>
  );
};
