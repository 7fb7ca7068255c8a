"use client";

import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps } from "react-aria-components/TextField";
import { shared } from "@/messages/texts/shared";

type Props = Omit<TextFieldProps, "children" | "className" | "name"> & {
  name: string;
  label: string;
  hint?: ReactNode;
  rows?: number;
  /** Omits the note that the field is optional. Used for filters, because nobody expects a filter to be required. */
  isFilter?: boolean;
};

export const fieldId = (name: string): string => `field-${name}`;

const box =
  "min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 text-ink data-[invalid]:border-2 data-[invalid]:border-critical";

/** A labelled field with its hint above the input and its error below. */
export const TextField = ({ rows, ...props }: Props) => (
  <FieldFrame {...props}>{rows ? <TextArea rows={rows} className={box} /> : <Input className={box} />}</FieldFrame>
);

/** A password field with a button that shows the password. */
export const PasswordField = (props: Omit<Props, "type" | "rows">) => {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...props} type={shown ? "text" : "password"}>
      <span className="relative block">
        <Input className={`${box} pe-12`} />
        <Button
          aria-label={shown ? shared.hidePassword : shared.showPassword}
          onPress={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-md text-soft data-[hovered]:text-ink"
        >
          <Icon className="size-5" aria-hidden="true" />
        </Button>
      </span>
    </FieldFrame>
  );
};

/** Keeps text that was typed before the page's code had loaded. Otherwise, React would reset the field. */
const useEarlyValue = ({ value: given, defaultValue = "", onChange }: TextFieldProps) => {
  const [own, setOwn] = useState(defaultValue);
  const field = useRef<HTMLDivElement>(null);
  const value = given ?? own;
  const change = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: text can only have been typed before the first render
  useLayoutEffect(() => {
    const input = field.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (input && input.value !== value) change(input.value);
  }, []);
  return { ref: field, value, onChange: change };
};

const FieldFrame = ({
  name,
  label,
  hint,
  isFilter,
  children,
  defaultValue,
  ...props
}: Omit<Props, "rows"> & { children: ReactNode }) => (
  <AriaTextField
    {...props}
    {...useEarlyValue({ ...props, ...(defaultValue === undefined ? {} : { defaultValue }) })}
    name={name}
    id={fieldId(name)}
    className="flex flex-col gap-1.5"
  >
    <Label className="font-semibold">
      {label}
      {props.isRequired || isFilter ? null : <span className="font-normal text-soft"> {shared.optional}</span>}
    </Label>
    {hint ? (
      <Text slot="description" className="text-sm text-soft">
        {hint}
      </Text>
    ) : null}
    {children}
    <FieldError className="flex items-start gap-1.5 text-sm font-semibold text-critical">
      {({ validationErrors }) => (
        <>
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{validationErrors.join(" ")}</span>
        </>
      )}
    </FieldError>
  </AriaTextField>
);
