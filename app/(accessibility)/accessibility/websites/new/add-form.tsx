"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { completeAddress } from "@/app/_client/address";
import { useMe } from "@/app/_client/organisations";
import { conflictingId } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { HintedCheckbox } from "@/app/_ui/choices";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { NoAccess } from "@/app/(service)/_parts/no-access";
import { audits } from "@/messages/texts/audits";
import { websites } from "@/messages/texts/websites";
import { checkMaxPages } from "../_parts/checks";

const { add: texts } = websites;

const check = ({ url = "", max_pages = "" }: Record<string, string>): Record<string, string> => ({
  ...(completeAddress(url) ? {} : { url: texts.urlWrong }),
  ...checkMaxPages(max_pages),
});

/** The options that the form sets besides the URL; all others come from the website's settings. */
type Wishes = { max_pages?: number; lighthouse?: boolean };

const readWishes = ({ max_pages = "", lighthouse }: Record<string, string>): Wishes => ({
  ...(max_pages.trim() === "" ? {} : { max_pages: Number(max_pages) }),
  ...(lighthouse === "yes" ? { lighthouse: true } : {}),
});

/** Adds the website, or uses the existing website with this URL, and opens its new or running audit. */
const useStartScan = () => {
  const trpc = useTRPC();
  const add = useMutation(trpc.websites.add.mutationOptions());
  const start = useMutation(trpc.audits.start.mutationOptions());

  const findOrAdd = async (url: string, settings: Wishes): Promise<string> => {
    try {
      return (await add.mutateAsync({ url, settings })).id;
    } catch (error) {
      const known = conflictingId(error, "website_id");
      if (known) return known;
      throw error;
    }
  };

  const startScan = async (url: string, options: Wishes): Promise<string> => {
    const website_id = await findOrAdd(url, options);
    try {
      return (await start.mutateAsync({ website_id, options })).id;
    } catch (error) {
      const running = conflictingId(error, "audit_id");
      if (running) return running;
      throw error;
    }
  };

  return { startScan, isPending: add.isPending || start.isPending };
};

export const AddForm = ({ url: given }: { url: string }) => {
  const router = useRouter();
  const { me, may } = useMe();
  const { startScan, isPending } = useStartScan();
  if (me.data && !(may("websites.write") && may("scans.run"))) return <NoAccess />;

  const send = async (values: Record<string, string>) => {
    const address = completeAddress(values["url"] ?? "") ?? "";
    const id = await startScan(address, readWishes(values));
    notify(texts.started({ name: new URL(address).host }));
    router.push(`/accessibility/audits/${id}`);
  };

  return (
    <Form label={texts.title} check={check} onSend={send}>
      <TextField
        name="url"
        label={texts.url}
        hint={texts.urlHint}
        inputMode="url"
        autoComplete="url"
        defaultValue={given}
        isRequired
      />
      <div className="max-w-60">
        <TextField name="max_pages" label={texts.maxPages} hint={texts.maxPagesHint} inputMode="numeric" />
      </div>
      <HintedCheckbox name="lighthouse" value="yes" hint={texts.lighthouseHint}>
        {texts.lighthouse}
      </HintedCheckbox>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {audits.start}
        </Button>
      </div>
    </Form>
  );
};
