"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import type { websites } from "@/messages/texts/websites";

type Props = {
  texts: typeof websites.signIn | typeof websites.urlList;
  run: () => Promise<unknown>;
  /** The queries to refresh after the deletion. */
  filter: QueryFilters;
};

/** A button that deletes a website's sign-in or URL list after asking for confirmation. */
export const DeletePart = ({ texts, run, filter }: Props) => {
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label={texts.remove}
      icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}
      title={texts.removeAsk}
      lead={texts.removeLead}
      yes={texts.remove}
      no={texts.removeKeep}
      run={run}
      onDone={async () => {
        await queryClient.invalidateQueries(filter);
        notify(texts.removed);
      }}
    />
  );
};
