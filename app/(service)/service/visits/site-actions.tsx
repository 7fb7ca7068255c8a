"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { rum } from "@/app/_texts/rum";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";
import type { Site } from "./figures";

const { settings: texts } = rum;

/** Both lose something, so both ask. */
export const SiteActions = ({ site: { id, name } }: { site: Site }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<"rotate" | "stop" | null>(null);
  const done = async (message: string) => {
    setAsking(null);
    await queryClient.invalidateQueries(trpc.rum.pathFilter());
    notify(message);
  };
  const rotate = useMutation(trpc.rum.rotateKey.mutationOptions({ onSuccess: () => done(texts.rotated) }));
  const stop = useMutation(trpc.rum.removeSite.mutationOptions({ onSuccess: () => done(texts.stopped(name)) }));
  return (
    <div className="mt-10 flex max-w-xl flex-col gap-8">
      <div>
        <p className="mb-3 text-soft">{texts.rotateLead}</p>
        <Button onPress={() => setAsking("rotate")}>{texts.rotate}</Button>
      </div>
      <div>
        <p className="mb-3 text-soft">{texts.stopLead}</p>
        <Button onPress={() => setAsking("stop")}>{texts.stop}</Button>
      </div>
      <ConfirmDialog
        title={texts.rotateAsk}
        lead={texts.rotateLead}
        yes={texts.rotate}
        no={texts.keep}
        isOpen={asking === "rotate"}
        isPending={rotate.isPending}
        error={rotate.error}
        onClose={() => setAsking(null)}
        onYes={() => rotate.mutate({ id })}
      />
      <ConfirmDialog
        title={texts.stopAsk(name)}
        lead={texts.stopLead}
        yes={texts.stop}
        no={texts.goOn}
        isOpen={asking === "stop"}
        isPending={stop.isPending}
        error={stop.error}
        onClose={() => setAsking(null)}
        onYes={() => stop.mutate({ id })}
      />
    </div>
  );
};
