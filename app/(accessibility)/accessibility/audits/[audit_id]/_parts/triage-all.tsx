"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import type { PolicyScope } from "@/app/_client/use-policies";
import { Button } from "@/app/_ui/button";
import { findings } from "@/messages/texts/findings";

const { policies: texts } = findings;

/** Loaded when the dialog is first opened. */
const PolicyDialog = dynamic(async () => (await import("./policy-dialog")).PolicyDialog);

type Props = { audit_id: string; about: keyof typeof texts.titles; scope: PolicyScope };

/** A button that triages all findings for a rule, component or page, including those in later audits. */
export const TriageAll = ({ audit_id, about, scope }: Props) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const { data: audit } = useQuery(trpc.audits.get.queryOptions({ id: audit_id }));
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!audit || !may("issues.write")) return null;
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button onPress={open}>{texts.open}</Button>
      {isWanted ? (
        <PolicyDialog
          title={texts.titles[about]}
          website_id={audit.website_id}
          scope={scope}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      ) : null}
    </>
  );
};
