"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";

const { settings: texts } = websites;

export const RemoveWebsite = ({ id, name }: { id: string; name: string }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(
    trpc.websites.remove.mutationOptions({
      onSuccess: async () => {
        router.push("/accessibility");
        await queryClient.invalidateQueries(trpc.websites.list.pathFilter());
        notify(texts.removed({ name }));
      },
    }),
  );
  return (
    <section aria-labelledby="remove" className="mt-12 border-t border-line pt-8">
      <h2 id="remove" className="text-lg">
        {texts.removeTitle}
      </h2>
      <p className="mt-1 text-soft">{texts.removeLead}</p>
      <div className="mt-4">
        <Button onPress={() => setOpen(true)} icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}>
          {texts.remove({ name })}
        </Button>
      </div>
      <Dialog title={texts.removeAsk({ name })} role="alertdialog" isOpen={isOpen} onOpenChange={setOpen}>
        <p className="text-soft">{texts.removeLead}</p>
        {remove.isError ? (
          <p role="alert" className="mt-3 font-semibold text-critical">
            {readProblem(remove.error).message}
          </p>
        ) : null}
        <DialogActions>
          <Button onPress={() => setOpen(false)}>{texts.removeKeep}</Button>
          <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate({ id })}>
            {texts.remove({ name })}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
};
