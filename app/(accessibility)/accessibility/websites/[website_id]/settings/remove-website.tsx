"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";

const { settings: texts } = websites;

export const RemoveWebsite = ({ id, name }: { id: string; name: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const queryClient = useQueryClient();
  return (
    <section aria-labelledby="remove" className="mt-12 border-t border-line pt-8">
      <h2 id="remove" className="text-lg">
        {texts.removeTitle}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.removeLead}</p>
      <ConfirmButton
        label={texts.remove({ name })}
        icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}
        title={texts.removeAsk({ name })}
        lead={texts.removeLead}
        yes={texts.remove({ name })}
        no={texts.removeKeep}
        run={() => client.websites.remove.mutate({ id })}
        onDone={async () => {
          router.push("/accessibility");
          await queryClient.invalidateQueries(trpc.websites.list.pathFilter());
          notify(texts.removed({ name }));
        }}
      />
    </section>
  );
};
