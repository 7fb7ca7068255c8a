"use client";

import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { useSettled } from "@/app/_client/use-settled";
import { ComboField } from "@/app/_ui/combo-field";
import { service } from "@/messages/texts/service";
import { shared } from "@/messages/texts/shared";

const { websitePicker: texts } = service;

export type Website = Outputs["websites"]["get"];

type Props = {
  label: string;
  value: Pick<Website, "id" | "name"> | null;
  onChange: (website: Website) => void;
  isRequired?: boolean;
};

const useWebsites = (search: string) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const q = useSettled(search.trim()).slice(0, 200);
  return useList({
    queryKey: [...trpc.websites.list.pathKey(), "pick", q],
    read: (at) => client.websites.list.query({ limit: 20, ...(q ? { q } : {}), ...at }),
    placeholderData: keepPreviousData,
  });
};

/** A field to pick one of the organisation's websites by name or URL. */
export const WebsitePicker = ({ value, onChange, ...props }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [search, setSearch] = useState("");
  const list = useWebsites(search);
  const websites = list.data ?? [];
  const pick = (id: string) => {
    const website = websites.find((each) => each.id === id);
    if (!website) return;
    // Components that load this website by its id will find it in the cache.
    queryClient.setQueryData(trpc.websites.get.queryKey({ id }), website);
    onChange(website);
  };
  return (
    <ComboField
      {...props}
      placeholder={texts.find}
      options={websites.map(({ id, name, url }) => ({ id, label: name, hint: url }))}
      value={value && { id: value.id, label: value.name }}
      onSearch={setSearch}
      onPick={pick}
      none={list.isPending ? shared.loading : texts.none}
      list={list}
    />
  );
};
