"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { searchPerf as texts } from "@/app/_texts/search-perf";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";

type Props = { connection: Outputs["searchPerf"]["settings"]; mayDisconnect: boolean };

/** Who connected it and when, and the way out. */
export const Connection = ({ connection: { connected_by, connected_at }, mayDisconnect }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const disconnect = useMutation(
    trpc.searchPerf.disconnect.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        notify(texts.disconnected);
        await queryClient.invalidateQueries(trpc.searchPerf.pathFilter());
      },
    }),
  );
  return (
    <section aria-labelledby="connection" className="mt-12">
      <h2 id="connection" className="mb-3 text-lg">
        {texts.connection}
      </h2>
      <p className="mb-4 text-soft">
        {connected_by ? texts.connectedBy(connected_by.name) : texts.connectedGone}
        {connected_at ? (
          <>
            {" · "}
            <Moment at={connected_at} />
          </>
        ) : null}
      </p>
      {mayDisconnect ? <Button onPress={() => setAsking(true)}>{texts.disconnect}</Button> : null}
      <ConfirmDialog
        title={texts.disconnectAsk}
        lead={texts.disconnectLead}
        yes={texts.disconnectYes}
        no={texts.keep}
        isOpen={isAsking}
        isPending={disconnect.isPending}
        error={disconnect.error}
        onClose={() => setAsking(false)}
        onYes={() => disconnect.mutate({})}
      />
    </section>
  );
};
