"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { Moment } from "@/app/_ui/moment";
import { notify } from "@/app/_ui/toasts";
import { searchPerf as texts } from "@/messages/texts/search-perf";

type Props = { connection: Outputs["searchPerf"]["settings"]; mayDisconnect: boolean };

/** Shows who connected Search Console and when, and a button to disconnect it. */
export const Connection = ({ connection: { connected_by, connected_at }, mayDisconnect }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return (
    <section aria-labelledby="connection" className="mt-12">
      <h2 id="connection" className="mb-3 text-lg">
        {texts.connection}
      </h2>
      <p className="mb-4 text-soft">
        {connected_by ? texts.connectedBy({ name: connected_by.name }) : texts.connectedGone}
        {connected_at ? (
          <>
            {" · "}
            <Moment at={connected_at} />
          </>
        ) : null}
      </p>
      {mayDisconnect ? (
        <ConfirmButton
          label={texts.disconnect}
          title={texts.disconnectAsk}
          lead={texts.disconnectLead}
          yes={texts.disconnectYes}
          no={texts.keep}
          run={() => client.searchPerf.disconnect.mutate({})}
          onDone={async () => {
            notify(texts.disconnected);
            await queryClient.invalidateQueries(trpc.searchPerf.pathFilter());
          }}
        />
      ) : null}
    </section>
  );
};
