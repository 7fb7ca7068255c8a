"use client";

import { Check, ChevronDown } from "lucide-react";
import { useContext, useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Collection } from "react-aria-components/Collection";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { shared } from "@/messages/texts/shared";
import type { List } from "./load-more";

export type ComboOption = { id: string; label: string; hint?: string };

type Props = {
  label: string;
  placeholder: string;
  options: readonly ComboOption[];
  value: Pick<ComboOption, "id" | "label"> | null;
  /** Called with the text to search for, which is empty while the field shows the chosen option. */
  onSearch: (text: string) => void;
  onPick: (id: string) => void;
  /** If set, emptying the field clears the choice; otherwise, the field's text is restored. */
  onClear?: () => void;
  /** Shown if there are no options. */
  none: string;
  /** The list that the options come from; used to load more of them. */
  list?: List;
  id?: string;
  isRequired?: boolean;
};

const nothing = { id: null, label: "" };

/** A field to choose one of many options by typing. */
export const ComboField = ({
  label,
  placeholder,
  options,
  value,
  onSearch,
  onPick,
  onClear,
  none,
  list,
  ...props
}: Props) => {
  const { id, label: name } = value ?? nothing;
  // The choice is also stored here, because the URL takes a while to reflect it.
  const [chosen, choose] = useState<{ id: string | null; label: string }>({ id, label: name });
  const [typed, setTyped] = useState(name);
  useEffect(() => {
    choose({ id, label: name });
    setTyped(name);
  }, [id, name]);
  const show = (text: string) => {
    setTyped(text);
    onSearch("");
  };
  const type = (text: string) => {
    setTyped(text);
    onSearch(text === chosen.label ? "" : text);
    if (text === "" && value) onClear?.();
  };
  const pick = (key: unknown) => {
    const option = options.find((each) => each.id === key && key !== chosen.id);
    if (!option) return show(chosen.label);
    choose(option);
    show(option.label);
    onPick(option.id);
  };
  return (
    <ComboBox
      {...props}
      items={options}
      inputValue={typed}
      onInputChange={type}
      selectedKey={chosen.id}
      onSelectionChange={pick}
      onBlur={() => show(chosen.label)}
      // With the default trigger, the list would reopen when Escape restores text that isn't an option.
      menuTrigger="manual"
      allowsEmptyCollection
      className="flex min-w-0 flex-col gap-1.5"
    >
      <Label className="font-semibold">{label}</Label>
      <span className="relative block">
        <Field placeholder={placeholder} />
        <Button className="absolute inset-y-0 end-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-md text-soft data-[hovered]:text-ink">
          <ChevronDown className="size-5" aria-hidden="true" />
        </Button>
      </span>
      <Popover className="flex w-(--trigger-width) min-w-60 max-w-[calc(100vw-2rem)] flex-col rounded-md border border-control bg-surface text-ink shadow-raised">
        <ListBox
          className="min-h-0 overflow-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-soft">{none}</p>}
        >
          <Collection items={options}>{Option}</Collection>
          {list?.hasNextPage ? (
            <ListBoxLoadMoreItem
              isLoading={list.isFetchingNextPage}
              onLoadMore={() => (list.isFetchingNextPage ? undefined : list.fetchNextPage())}
              className="px-3 py-2 text-soft"
            >
              {shared.loading}
            </ListBoxLoadMoreItem>
          ) : null}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};

/** Typing opens the list. So does a click, which also selects the text so that typing replaces it. */
const Field = ({ placeholder }: { placeholder: string }) => {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      placeholder={placeholder}
      onClick={({ currentTarget }) => {
        if (!state || state.isOpen) return;
        currentTarget.select();
        state.open(null, "manual");
      }}
      onInput={() => state?.open(null, "input")}
      className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 pe-12 text-ink placeholder:text-soft"
    />
  );
};

const Option = ({ label, hint }: ComboOption) => (
  <ListBoxItem
    textValue={label}
    className="group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised data-[hovered]:bg-raised"
  >
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere group-data-[selected]:font-semibold">{label}</span>
      {hint ? <span className="wrap-anywhere text-sm text-soft">{hint}</span> : null}
    </span>
    <Check className="invisible size-5 shrink-0 text-accent group-data-[selected]:visible" aria-hidden="true" />
  </ListBoxItem>
);
