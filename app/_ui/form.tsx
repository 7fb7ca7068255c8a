"use client";

import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { type Problem, readProblem } from "@/app/_client/problem";
import { billing } from "@/messages/texts/billing";
import { shared } from "@/messages/texts/shared";
import { takeOverForm } from "./early-forms";
import { Link } from "./link";
import { fieldId } from "./text-field";

type FieldErrors = Record<string, string>;

type Props = {
  children: ReactNode;
  /** Validates the values before they are sent. Returns an empty object if there are no errors. */
  check?: (values: Record<string, string>) => FieldErrors;
  onSend: (values: Record<string, string>) => Promise<void>;
  label: string;
};

const readValues = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

type Failure = { fields: FieldErrors; message: ReactNode };

/** Thrown by `onSend` to show an error message written for this form. */
export class FormProblem extends Error {
  constructor(
    readonly explanation: ReactNode,
    readonly fields: FieldErrors = {},
  ) {
    super("the form was rejected");
  }
}

const messageOf = ({ code, message }: Problem): ReactNode =>
  code === "plan_limit_reached" ? (
    <>
      {message}{" "}
      <Link href="/service/billing" className="link">
        {billing.compareLink}
      </Link>
    </>
  ) : (
    message
  );

/** Sorts errors into the order of the form's fields; errors for fields that aren't in the form come last. */
const inOrderOf = (form: HTMLFormElement, { fields, message }: Failure): Failure => {
  const names = [...form.elements].map((element) => element.getAttribute("name") ?? "");
  const ordered = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]));
  return { fields: { ...Object.fromEntries(ordered), ...fields }, message };
};

const failureOf = (error: unknown): Failure => {
  if (error instanceof FormProblem) return { fields: error.fields, message: error.explanation };
  const problem = readProblem(error);
  const fields = Object.fromEntries(problem.fields.map(({ path, message }) => [path, message]));
  return { fields, message: problem.fields.length > 0 ? null : messageOf(problem) };
};

/**
 * Returns the errors for fields that haven't been edited since the failure. React Aria itself removes an error as soon
 * as its field loses focus. If the field loses focus because the user presses a button, removing the error could move
 * the button away from the pointer.
 */
const useOpenErrors = (failure: Failure | null) => {
  const [edited, setEdited] = useState<readonly string[]>([]);
  const errors = useMemo(
    () => Object.fromEntries(Object.entries(failure?.fields ?? {}).filter(([name]) => !edited.includes(name))),
    [failure, edited],
  );
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (errors[name]) setEdited([...edited, name]);
  };
  // React Aria passes all handlers on to the form, although the type of its component names only a few.
  return { errors, edits: { onInput }, clearEdits: () => setEdited([]) };
};

/** A form that lists its errors at the top, focuses the list, and marks each invalid field. */
export const Form = ({ children, check, onSend, label }: Props) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const { errors, edits, clearEdits } = useOpenErrors(failure);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const form = event.currentTarget;
    const values = readValues(form);
    clearEdits();
    const fields = check?.(values) ?? {};
    if (Object.keys(fields).length > 0) return setFailure(inOrderOf(form, { fields, message: null }));
    sending.current = true;
    try {
      setFailure(null);
      await onSend(values);
    } catch (error) {
      setFailure(inOrderOf(form, failureOf(error)));
    } finally {
      sending.current = false;
    }
  };

  useEffect(() => {
    if (element.current) takeOverForm(element.current);
  }, []);

  return (
    <AriaForm
      ref={element}
      aria-label={label}
      method="post"
      onSubmit={send}
      {...edits}
      validationBehavior="aria"
      validationErrors={errors}
      className="flex flex-col gap-5"
    >
      {failure ? <ErrorSummary failure={failure} /> : null}
      {children}
    </AriaForm>
  );
};

const ErrorSummary = ({ failure }: { failure: Failure }) => {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus must move to the list on every new failure
  useEffect(() => ref.current?.focus(), [failure]);
  const fields = Object.entries(failure.fields);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-2 border-critical bg-critical-tint p-4 text-critical"
    >
      <p className="flex items-start gap-2 font-semibold">
        <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>{failure.message ?? shared.checkFields({ count: fields.length })}</span>
      </p>
      {fields.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1 ps-7">
          {fields.map(([name, message]) => (
            <li key={name}>
              <a
                className="underline underline-offset-2"
                href={`#${fieldId(name)}`}
                onClick={(event) => focusField(event, name)}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};

const focusField = (event: { preventDefault: () => void }, name: string) => {
  const field = document.getElementById(fieldId(name));
  if (!field) return;
  event.preventDefault();
  field.focus();
};
