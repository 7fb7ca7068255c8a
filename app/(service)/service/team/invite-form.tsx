"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";
import { type Role, RoleSelect } from "../../_parts/role-select";
import type { Viewer } from "./viewer";

const { team: texts } = service;

const check = ({ email = "" }: Record<string, string>): Record<string, string> => checkEmail(email);

export const InviteForm = ({ viewer }: { viewer: Viewer }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const invite = useMutation(trpc.members.invite.mutationOptions());
  const [role, setRole] = useState<Role>("member");
  const [email, setEmail] = useState("");
  const send = async () => {
    const invited = await invite.mutateAsync({ id: viewer.organisation.id, email: email.trim(), role });
    await queryClient.invalidateQueries(trpc.members.invites.pathFilter());
    setEmail("");
    notify(texts.invited({ email: invited.email }));
  };
  return (
    <div className="card p-5">
      <Form label={texts.inviteTitle} check={check} onSend={send}>
        <div className="grid items-start gap-5 sm:grid-cols-[1fr_14rem]">
          <TextField
            name="email"
            type="email"
            label={texts.email}
            value={email}
            onChange={setEmail}
            autoComplete="off"
            isRequired
          />
          <RoleSelect label={texts.role} value={role} onChange={setRole} withOwner={viewer.role === "owner"} />
        </div>
        <div>
          <Button type="submit" variant="primary" isPending={invite.isPending}>
            {texts.invite}
          </Button>
        </div>
      </Form>
    </div>
  );
};
