"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { Button } from "@/app/_ui/button";
import { type Person, PersonPicker } from "@/app/_ui/person-picker";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";

const { settings: texts } = service;

type Props = { me: Outputs["users"]["me"] };
type Member = Outputs["members"]["list"]["items"][number];

const canTakeOver = ({ role, disabled }: Member): boolean => role !== "owner" && !disabled;

/** Hands the organisation to a member; offered once there is one who can take it over. */
export const TransferOwnership = ({ me: { organisation } }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id } = organisation;
  const members = useQuery(trpc.members.list.queryOptions({ id, limit: 100 }));
  const [heir, setHeir] = useState<Person | null>(null);
  const [isAsking, setAsking] = useState(false);
  const transfer = useMutation(
    trpc.organisations.transfer.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        notify(texts.transferred(heir?.name ?? ""));
        await queryClient.invalidateQueries();
      },
    }),
  );
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
      <Button isDisabled={!heir} onPress={() => setAsking(true)}>
        {texts.transfer}
      </Button>
      <ConfirmDialog
        title={texts.transferAsk(heir?.name ?? "")}
        lead={texts.transferLead}
        yes={texts.transferYes(heir?.name ?? "")}
        no={texts.keep}
        isOpen={isAsking}
        isPending={transfer.isPending}
        error={transfer.error}
        onClose={() => setAsking(false)}
        onYes={() => (heir ? transfer.mutate({ id, new_owner_id: heir.id }) : undefined)}
      />
    </div>
  );
};
