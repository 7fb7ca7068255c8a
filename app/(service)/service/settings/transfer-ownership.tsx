"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { Button } from "@/app/_ui/button";
import { SelectField } from "@/app/_ui/select-field";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";

const { settings: texts } = service;

type Props = { me: Outputs["users"]["me"] };

/** Members who can take it over, among the first hundred. */
export const TransferOwnership = ({ me: { organisation } }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id } = organisation;
  const members = useQuery(trpc.members.list.queryOptions({ id, limit: 100 }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const others = (members.data?.items ?? []).filter(({ role, disabled }) => role !== "owner" && !disabled);
  const heir = others.find((member) => member.id === chosen);
  const transfer = useMutation(
    trpc.organisations.transfer.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        notify(texts.transferred(heir?.name ?? ""));
        await queryClient.invalidateQueries();
      },
    }),
  );
  if (members.isSuccess && others.length === 0) return <p className="text-soft">{texts.transferNobody}</p>;
  return (
    <div>
      <p className="mb-3 text-soft">{texts.transferLead}</p>
      <div className="mb-3 max-w-sm">
        <SelectField
          label={texts.transferTo}
          placeholder={texts.transferChoose}
          options={others.map(({ id: user_id, name, email }) => ({ id: user_id, label: name, hint: email }))}
          value={chosen}
          onChange={setChosen}
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
        onYes={() => (chosen ? transfer.mutate({ id, new_owner_id: chosen }) : undefined)}
      />
    </div>
  );
};
