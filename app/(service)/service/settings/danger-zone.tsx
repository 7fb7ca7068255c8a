"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "../../_parts/confirm-dialog";
import { DeleteDialog } from "./delete-dialog";
import { goOn } from "./go-on";
import { TransferOwnership } from "./transfer-ownership";

const { settings: texts } = service;

type Me = Outputs["users"]["me"];

export const DangerZone = ({ me }: { me: Me }) => (
  <section aria-labelledby="danger" className="mt-14 max-w-xl border-t border-line pt-8">
    <h2 id="danger" className="mb-5 text-lg">
      {texts.danger}
    </h2>
    <div className="flex flex-col gap-8">
      {me.role === "owner" ? <TransferOwnership me={me} /> : null}
      <Leave me={me} />
      {me.role === "owner" ? <Delete me={me} /> : null}
    </div>
  </section>
);

const Leave = ({ me: { organisation } }: { me: Me }) => {
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation(trpc.organisations.leave.mutationOptions({ onSuccess: goOn }));
  return (
    <div>
      <p className="mb-3 text-soft">{texts.leaveLead}</p>
      <Button onPress={() => setAsking(true)}>{texts.leave(organisation.name)}</Button>
      <ConfirmDialog
        title={texts.leaveAsk(organisation.name)}
        lead={texts.leaveLead}
        yes={texts.leave(organisation.name)}
        no={texts.stay}
        isOpen={isAsking}
        isPending={leave.isPending}
        error={leave.error}
        onClose={() => setAsking(false)}
        onYes={() => leave.mutate({ id: organisation.id })}
      />
    </div>
  );
};

const Delete = ({ me: { organisation } }: { me: Me }) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <p className="mb-3 text-soft">{texts.removeLead}</p>
      <Button onPress={() => setAsking(true)}>{texts.remove(organisation.name)}</Button>
      <DeleteDialog organisation={organisation} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
};
