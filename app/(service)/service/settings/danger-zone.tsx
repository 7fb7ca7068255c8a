"use client";

import { useState } from "react";
import { type Outputs, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { service } from "@/messages/texts/service";
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
  const client = useTRPCClient();
  return (
    <div>
      <p className="mb-3 text-soft">{texts.leaveLead}</p>
      <ConfirmButton
        label={texts.leave({ name: organisation.name })}
        title={texts.leaveAsk({ name: organisation.name })}
        lead={texts.leaveLead}
        yes={texts.leave({ name: organisation.name })}
        no={texts.stay}
        run={() => client.organisations.leave.mutate({ id: organisation.id })}
        onDone={goOn}
      />
    </div>
  );
};

const Delete = ({ me: { organisation } }: { me: Me }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <p className="mb-3 text-soft">{texts.removeLead}</p>
      <Button onPress={() => setOpen(true)}>{texts.remove({ name: organisation.name })}</Button>
      <DeleteDialog organisation={organisation} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
};
