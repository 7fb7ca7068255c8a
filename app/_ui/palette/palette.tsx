"use client";

import { useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { Text } from "react-aria-components/Text";
import { shared } from "@/messages/texts/shared";
import { shell } from "@/messages/texts/shell";
import { Dialog } from "../dialog";
import { findEntries, type Section } from "./entries";
import { useSections } from "./use-sections";

const { palette: texts } = shell;

type Props = { isOpen: boolean; onOpenChange: (open: boolean) => void; onShowKeys: () => void };

/** A dialog for finding any page or action by name. */
export const Palette = ({ isOpen, onOpenChange, onShowKeys }: Props) => (
  <Dialog title={texts.title} isOpen={isOpen} onOpenChange={onOpenChange}>
    <Finder onDone={() => onOpenChange(false)} onShowKeys={onShowKeys} />
  </Dialog>
);

const Finder = ({ onDone, onShowKeys }: { onDone: () => void; onShowKeys: () => void }) => {
  const [typed, setTyped] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const { sections, isLoading, isFailed } = useSections(typed, onShowKeys);
  const found = findEntries(sections, typed, contains);
  const entries = found.flatMap((section) => section.entries);
  const choose = (id: string) => {
    onDone();
    entries.find((entry) => entry.id === id)?.run();
  };
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField className="flex flex-col gap-1.5">
        <Label className="font-semibold">{texts.field}</Label>
        <Input
          autoFocus
          className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 text-ink [&::-webkit-search-cancel-button]:hidden"
        />
      </SearchField>
      <p role="status" className="my-2 text-sm text-soft">
        {isLoading && entries.length === 0 ? shared.loading : texts.found({ count: entries.length })}
      </p>
      {isFailed ? <p className="mb-2 font-semibold text-critical">{texts.failed}</p> : null}
      <Results sections={found} onChoose={choose} />
    </Autocomplete>
  );
};

const Results = ({ sections, onChoose }: { sections: readonly Section[]; onChoose: (id: string) => void }) => (
  <Menu
    aria-label={texts.list}
    onAction={(key) => onChoose(String(key))}
    className="max-h-[min(24rem,50dvh)] overflow-y-auto outline-none"
  >
    {sections.map(({ id, label, entries }) => (
      <MenuSection key={id} id={id} className="pb-2">
        <Header className="px-3 py-1 text-sm font-semibold text-soft">{label}</Header>
        {entries.map((entry) => (
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            className="flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-3 py-1.5 -outline-offset-2 data-[focused]:bg-raised data-[focus-visible]:bg-accent-tint data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent"
          >
            <Text slot="label" className="wrap-anywhere">
              {entry.label}
            </Text>
            {entry.hint ? (
              <Text slot="description" className="wrap-anywhere text-sm text-soft">
                {entry.hint}
              </Text>
            ) : null}
          </MenuItem>
        ))}
      </MenuSection>
    ))}
  </Menu>
);
