import { checkNewPassword } from "@/app/_client/checks";
import { PasswordField, TextField } from "@/app/_ui/text-field";
import { site } from "@/messages/texts/site";

const { signUp: texts } = site;

/** Validates the fields of a new account; returns error messages by field name. */
export const checkNewAccount = ({ name = "", password = "" }: Record<string, string>): Record<string, string> => ({
  ...(name.trim() === "" ? { name: texts.nameMissing } : {}),
  ...checkNewPassword(password),
});

export const NameField = () => <TextField name="name" label={texts.name} autoComplete="name" isRequired />;

export const NewPasswordField = () => (
  <PasswordField
    name="password"
    label={texts.password}
    hint={texts.passwordHint}
    autoComplete="new-password"
    isRequired
  />
);
