"use client";

import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select, SelectValue } from "react-aria-components/Select";
import { Text } from "react-aria-components/Text";

export type SelectOption = { id: string; label: string; hint?: string };

type Props = {
  label: string;
  /** Hides the label visually where the context makes it clear. */
  isLabelHidden?: boolean;
  options: readonly SelectOption[];
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string;
  isDisabled?: boolean;
};

export const SelectField = ({ label, isLabelHidden = false, options, value, onChange, ...props }: Props) => (
  <Select
    {...props}
    {...(isLabelHidden ? { "aria-label": label } : {})}
    selectedKey={value}
    onSelectionChange={(key) => (key === null || key === value ? undefined : onChange(String(key)))}
    className="flex min-w-0 flex-col gap-1.5"
  >
    {isLabelHidden ? null : <Label className="font-semibold">{label}</Label>}
    <Button className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-2 rounded-md border border-control bg-surface px-3 py-2 text-start text-ink data-[disabled]:cursor-not-allowed data-[disabled]:border-line data-[disabled]:bg-raised data-[disabled]:text-soft">
      <SelectValue className="min-w-0 truncate">
        {({ isPlaceholder, defaultChildren, selectedText }) => (isPlaceholder ? defaultChildren : selectedText)}
      </SelectValue>
      <ChevronDown className="size-5 shrink-0 text-soft" aria-hidden="true" />
    </Button>
    <Popover className="min-w-(--trigger-width) max-w-[min(24rem,calc(100vw-2rem))] overflow-auto rounded-md border border-control bg-surface p-1 text-ink shadow-raised">
      <ListBox className="outline-none">
        {options.map(({ id, label: text, hint }) => (
          <Option key={id} id={id} label={text}>
            {hint ? (
              <Text slot="description" className="text-sm font-normal text-soft">
                {hint}
              </Text>
            ) : null}
          </Option>
        ))}
      </ListBox>
    </Popover>
  </Select>
);

const Option = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <ListBoxItem
    id={id}
    textValue={label}
    className="group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised data-[hovered]:bg-raised"
  >
    <span className="flex min-w-0 flex-col">
      <Text slot="label" className="group-data-[selected]:font-semibold">
        {label}
      </Text>
      {children}
    </span>
    <Check className="invisible size-5 shrink-0 text-accent group-data-[selected]:visible" aria-hidden="true" />
  </ListBoxItem>
);
