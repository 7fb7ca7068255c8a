"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { formatNumber } from "@/messages/runtime/formats";
import { websites } from "@/messages/texts/websites";
import { UrlCounts } from "./url-counts";

const { urlList: texts } = websites;

type Check = Outputs["urlLists"]["check"];

const maxBytes = 4_000_000;
const fileTypes = [".txt", ".csv", ".tsv", ".xml", "text/plain", "text/csv", "text/xml", "application/xml"];

const readList = async (file: File | undefined): Promise<string | null> => {
  if (!file) return null;
  const { name } = file;
  if (file.size > maxBytes) notify(texts.tooLarge({ name }));
  else {
    const content = await file.text().catch(() => null);
    if (content !== null) announce(texts.chosen({ name }));
    else notify(texts.unreadable({ name }));
    return content;
  }
  return null;
};

const ChooseFile = ({ onRead }: { onRead: (content: string) => void }) => {
  const choose = async (file: File | undefined) => {
    const content = await readList(file);
    if (content !== null) onRead(content);
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <FileTrigger acceptedFileTypes={fileTypes} onSelect={(files) => choose(files?.[0])}>
        <Button aria-describedby="url-list-file" icon={<FileUp className="size-5 shrink-0" aria-hidden="true" />}>
          {texts.choose}
        </Button>
      </FileTrigger>
      <p id="url-list-file" className="text-sm text-soft">
        {texts.chooseHint}
      </p>
    </div>
  );
};

const columnsOf = (): readonly Column<Check["refusals"][number]>[] => [
  { id: "line", label: texts.line, isNumber: true, isRowHeader: true, cell: ({ line }) => formatNumber(line) },
  { id: "text", label: texts.text, cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
  { id: "reason", label: texts.reason, cell: ({ reason }) => texts.reasons[reason] },
];

/** What would be saved, and which URLs can't be scanned. */
const CheckResult = ({ check }: { check: Check }) => (
  <div className="card p-5" role="status">
    <UrlCounts counts={check} />
    {check.duplicates > 0 ? <p className="mt-3">{texts.duplicates({ count: check.duplicates })}</p> : null}
    {check.refused > 0 ? (
      <div className="mt-4">
        <p className="mb-2 font-semibold text-critical">{texts.refused({ count: check.refused })}</p>
        <DataTable
          caption={texts.refusedMore({ shown: check.refusals.length, count: check.refused })}
          columns={columnsOf()}
          rows={check.refusals}
          rowKey={({ line, text }) => `${line} ${text}`}
        />
      </div>
    ) : null}
  </div>
);

const saveLabel = ({ refused, urls }: Check): string => (refused > 0 ? texts.saveOthers({ urls }) : texts.save);

type Props = { website_id: string; content: string; onDone?: () => void };

/**
 * A form to enter a URL list or read one from a file. A list is checked before it is saved, and checked again when it
 * changes.
 */
export const UrlListForm = ({ website_id: id, content: saved, onDone }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [content, setContent] = useState(saved);
  const [checked, setChecked] = useState<Check | null>(null);
  const check = useMutation(trpc.urlLists.check.mutationOptions());
  const save = useMutation(trpc.urlLists.save.mutationOptions());

  const change = (next: string) => {
    setContent(next);
    setChecked(null);
  };
  const send = async () => {
    if (!checked) return setChecked(await check.mutateAsync({ id, content }));
    await save.mutateAsync({ id, content, skip_refused: checked.refused > 0 });
    await queryClient.invalidateQueries(trpc.urlLists.pathFilter());
    notify(texts.saved);
    onDone?.();
  };
  const wrongFields = (): Record<string, string> => (content.trim() === "" ? { content: texts.empty } : {});
  const canSave = checked !== null && checked.urls > 0;

  return (
    <Form label={texts.title} check={wrongFields} onSend={send}>
      <TextField
        name="content"
        label={texts.content}
        hint={texts.contentHint}
        rows={8}
        value={content}
        onChange={change}
        spellCheck="false"
        isRequired
      />
      <ChooseFile onRead={change} />
      {checked ? <CheckResult check={checked} /> : null}
      <div className="flex flex-wrap gap-3">
        {checked && !canSave ? null : (
          <Button type="submit" variant="primary" isPending={check.isPending || save.isPending}>
            {checked ? saveLabel(checked) : texts.check}
          </Button>
        )}
        {onDone ? <Button onPress={onDone}>{texts.cancel}</Button> : null}
      </div>
    </Form>
  );
};
