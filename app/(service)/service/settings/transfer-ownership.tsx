"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { type Person, PersonPicker } from "@/app/_ui/person-picker";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";

const { settings: texts } = service;

type Props = { me: Outputs["users"]["me"] };
type Member = Outputs["members"]["list"]["items"][number];

const canTakeOver = ({ role, disabled }: Member): boolean => role !== "owner" && !disabled;

/** Transfers the organisation to a member; shown once there is a member who can take it over. */
export const TransferOwnership = ({ me: { organisation } }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { id } = organisation;
  const members = useQuery(trpc.members.list.queryOptions({ id, limit: 100 }));
  const [heir, setHeir] = useState<Person | null>(null);
  const { id: new_owner_id = "", name = "" } = heir ?? {};
  const isAlone = members.isSuccess && !members.data.next_cursor && !members.data.items.some(canTakeOver);
  if (isAlone) return <p className="text-soft">{texts.transferNobody}</p>;
  return (
    <div>
      <p className="mb-3 text-soft">{texts.transferLead}</p>
      <div className="mb-3 max-w-sm">
        <PersonPicker
          label={texts.transferTo}
          placeholder={texts.transferChoose}
          value={heir}
          onChange={setHeir}
          fits={canTakeOver}
        />
      </div>
      <ConfirmButton
        label={texts.transfer}
        isDisabled={!heir}
        title={texts.transferAsk({ name })}
        lead={texts.transferLead}
        yes={texts.transferYes({ name })}
        no={texts.keep}
        run={() => client.organisations.transfer.mutate({ id, new_owner_id })}
        onDone={async () => {
          notify(texts.transferred({ name }));
          await queryClient.invalidateQueries();
        }}
      />
    </div>
  );
};
