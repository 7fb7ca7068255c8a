"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { results } from "@/messages/texts/results";
import { ExportMenu } from "./export-menu";

const { report: texts } = results;

export const ReportActions = ({ audit_id }: { audit_id: string }) => (
  <>
    <EmailReport audit_id={audit_id} />
    <DownloadReport audit_id={audit_id} />
    <ExportMenu audit_id={audit_id} />
  </>
);

const DownloadReport = ({ audit_id }: { audit_id: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: () => {
      announce(texts.preparing);
      const options = trpc.reports.get.queryOptions({ audit_id, variant: "full", format: "pdf" });
      return queryClient.fetchQuery({ ...options, staleTime: 0 });
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => notify(`${texts.failed} ${readProblem(error).message}`),
  });
  return (
    <Button
      variant="primary"
      isPending={download.isPending}
      onPress={() => download.mutate()}
      icon={<Download className="size-5 shrink-0" aria-hidden="true" />}
    >
      {texts.download}
    </Button>
  );
};

/** Loaded when the dialog is first opened. */
const EmailReportDialog = dynamic(async () => (await import("./email-report-dialog")).EmailReportDialog);

const EmailReport = ({ audit_id }: { audit_id: string }) => {
  const { may } = useMe();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  if (!may("reports.create")) return null;
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button onPress={open} icon={<Mail className="size-5 shrink-0" aria-hidden="true" />}>
        {texts.email}
      </Button>
      {isWanted ? <EmailReportDialog audit_id={audit_id} isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
};
