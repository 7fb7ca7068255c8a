"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps } from "react-aria-components/Checkbox";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup, type RadioGroupProps } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";

type ChoicesProps = Omit<RadioGroupProps, "children" | "className"> & {
  label: string;
  hint?: string;
  options: Readonly<Record<string, string>>;
};

/** Radio buttons for choosing one of a few options. */
export const Choices = ({ label, hint, options, ...props }: ChoicesProps) => (
  <RadioGroup {...props} className="flex flex-col">
    <Label className="mb-1 font-semibold">{label}</Label>
    {hint ? (
      <Text slot="description" className="mb-1 text-sm text-soft">
        {hint}
      </Text>
    ) : null}
    {Object.entries(options).map(([value, text]) => (
      <Radio
        key={value}
        value={value}
        className="group inline-flex min-h-11 cursor-pointer items-center gap-3 rounded-md"
      >
        <span className="flex size-6 shrink-0 items-center justify-center rounded-full border-2 border-control bg-surface group-data-[selected]:border-accent">
          <span className="size-3 rounded-full bg-transparent group-data-[selected]:bg-accent forced-colors:group-data-[selected]:bg-[Highlight]" />
        </span>
        {text}
      </Radio>
    ))}
  </RadioGroup>
);

type Props = Omit<CheckboxProps, "children" | "className"> & { children: string };

export const Checkbox = ({ children, ...props }: Props) => (
  <AriaCheckbox
    {...props}
    className="group inline-flex min-h-11 cursor-pointer items-center gap-3 rounded-md data-[disabled]:cursor-not-allowed data-[disabled]:text-soft"
  >
    <span className="flex size-6 shrink-0 items-center justify-center rounded border-2 border-control bg-surface text-on-accent group-data-[disabled]:border-dashed group-data-[selected]:border-accent group-data-[selected]:bg-accent">
      <Check className="invisible size-4 group-data-[selected]:visible" aria-hidden="true" />
    </span>
    {children}
  </AriaCheckbox>
);

export const HintedCheckbox = ({ hint, ...props }: Props & { hint: string }) => {
  const id = useId();
  return (
    <div>
      <Checkbox {...props} aria-describedby={id} />
      <p id={id} className="ps-9 text-sm text-soft">
        {hint}
      </p>
    </div>
  );
};
