"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { rum } from "@/messages/texts/rum";
import type { Site } from "./figures";

const { settings: texts } = rum;

/** Both actions ask for confirmation, because they can't be undone. */
export const SiteActions = ({ site: { id, name } }: { site: Site }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const say = async (message: string) => {
    await queryClient.invalidateQueries(trpc.rum.pathFilter());
    notify(message);
  };
  return (
    <div className="mt-10 flex max-w-xl flex-col gap-8">
      <div>
        <p className="mb-3 text-soft">{texts.rotateLead}</p>
        <ConfirmButton
          label={texts.rotate}
          title={texts.rotateAsk}
          lead={texts.rotateLead}
          yes={texts.rotate}
          no={texts.keep}
          run={() => client.rum.rotateKey.mutate({ id })}
          onDone={() => say(texts.rotated)}
        />
      </div>
      <div>
        <p className="mb-3 text-soft">{texts.stopLead}</p>
        <ConfirmButton
          label={texts.stop}
          title={texts.stopAsk({ name })}
          lead={texts.stopLead}
          yes={texts.stop}
          no={texts.goOn}
          run={() => client.rum.removeSite.mutate({ id })}
          onDone={() => say(texts.stopped({ name }))}
        />
      </div>
    </div>
  );
};
