"use client";

import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { type Problem, readProblem } from "@/app/_client/problem";
import { billing } from "@/app/_texts/billing";
import { Link } from "./link";
import { fieldId } from "./text-field";
import { shared } from "./texts";

type FieldErrors = Record<string, string>;

type Props = {
  children: ReactNode;
  /** Checks before anything is sent; an empty object lets the form go. */
  check?: (values: Record<string, string>) => FieldErrors;
  onSend: (values: Record<string, string>) => Promise<void>;
  label: string;
};

const readValues = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

type Failure = { fields: FieldErrors; message: ReactNode };

/** Thrown by `onSend` to explain a failure in the form's own words. */
export class FormProblem extends Error {
  constructor(
    readonly explanation: ReactNode,
    readonly fields: FieldErrors = {},
  ) {
    super("the form was refused");
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

const failureOf = (error: unknown): Failure => {
  if (error instanceof FormProblem) return { fields: error.fields, message: error.explanation };
  const problem = readProblem(error);
  const fields = Object.fromEntries(problem.fields.map(({ path, message }) => [path, message]));
  return { fields, message: problem.fields.length > 0 ? null : messageOf(problem) };
};

/**
 * The errors of fields that were not edited since. React Aria by itself drops one when its field loses the focus: the
 * button that was being pressed would move away from under the pointer.
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
  // React Aria hands every handler on to the form; its type names a few.
  return { errors, edits: { onInput }, forgetEdits: () => setEdited([]) };
};

/** A form that lists what is wrong on top, takes the focus there, and marks each field. */
export const Form = ({ children, check, onSend, label }: Props) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef(false);
  const { errors, edits, forgetEdits } = useOpenErrors(failure);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const values = readValues(event.currentTarget);
    forgetEdits();
    const fields = check?.(values) ?? {};
    if (Object.keys(fields).length > 0) return setFailure({ fields, message: null });
    sending.current = true;
    try {
      setFailure(null);
      await onSend(values);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      sending.current = false;
    }
  };

  return (
    <AriaForm
      aria-label={label}
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure takes the focus again
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
        <span>{failure.message ?? shared.checkFields(fields.length)}</span>
      </p>
      {fields.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1 pl-7">
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
