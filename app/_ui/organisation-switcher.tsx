"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { useActivate, useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { service } from "@/messages/texts/service";
import { shared } from "@/messages/texts/shared";
import { notify } from "./toasts";

const { switcher: texts } = service;

const itemStyle =
  "group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised";

/** Shows the active organisation and lets the user switch to another one. */
export const OrganisationSwitcher = () => {
  const { me } = useMe();
  if (!me.data) return <div className="h-11 min-w-0 flex-1" />;
  const { organisation } = me.data;
  return (
    <MenuTrigger>
      <Button
        aria-label={texts.label({ name: organisation.name })}
        className="flex min-h-11 min-w-0 cursor-pointer items-center justify-between gap-2 rounded-md border border-line bg-surface px-3 py-1.5 text-start font-medium data-[hovered]:bg-raised lg:w-full"
      >
        <span className="min-w-0 truncate">{organisation.name}</span>
        <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden="true" />
      </Button>
      <Popover className="min-w-(--trigger-width) max-w-[min(20rem,calc(100vw-2rem))] overflow-auto rounded-md border border-control bg-surface p-1 text-ink shadow-raised">
        <OrganisationMenu activeId={organisation.id} />
      </Popover>
    </MenuTrigger>
  );
};

const OrganisationMenu = ({ activeId }: { activeId: string }) => {
  const trpc = useTRPC();
  const list = useQuery(trpc.organisations.list.queryOptions({ limit: 100 }));
  const activate = useActivate();
  const choose = async (id: string) => {
    if (id === activeId) return;
    try {
      await activate.mutateAsync({ id });
    } catch (error) {
      notify(readProblem(error).message);
    }
  };
  if (list.isPending) return <p className="px-3 py-2 text-soft">{shared.loading}</p>;
  return (
    <Menu aria-label={texts.menu} className="outline-none">
      <MenuSection aria-label={texts.menu} selectionMode="single" selectedKeys={[activeId]} disallowEmptySelection>
        {(list.data?.items ?? []).map(({ id, name }) => (
          <MenuItem key={id} id={id} textValue={name} onAction={() => choose(id)} className={itemStyle}>
            <span className="min-w-0 break-words group-data-[selected]:font-semibold">{name}</span>
            <Check className="invisible size-5 shrink-0 text-accent group-data-[selected]:visible" aria-hidden="true" />
          </MenuItem>
        ))}
      </MenuSection>
      <Separator className="my-1 border-t border-line" />
      <MenuItem id="manage" href="/service" className={itemStyle}>
        {texts.manage}
      </MenuItem>
    </Menu>
  );
};
