"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";
import { checkMaxDocuments, checkMaxPages } from "../../_parts/checks";
import { readSettings } from "./read-settings";
import { CheckSection, FixSection, PageSection } from "./settings-sections";
import { ViewSection } from "./view-section";

const { settings: texts } = websites;

type Website = Outputs["websites"]["get"];

const check = ({
  max_pages = "",
  max_documents = "",
  sitemap_url = "",
}: Record<string, string>): Record<string, string> => ({
  ...checkMaxPages(max_pages),
  ...checkMaxDocuments(max_documents),
  ...(sitemap_url.trim() === "" || /^https?:\/\/\S+$/.test(sitemap_url.trim())
    ? {}
    : { sitemap_url: texts.sitemapWrong }),
});

/** Assigns errors about settings, such as `settings.exclude_elements.0`, to the form's fields. */
const toFormProblem = (error: unknown): unknown => {
  const { fields } = readProblem(error);
  if (fields.length === 0) return error;
  const nameOf = (path: string): string => /^settings\.(\w+)/.exec(path)?.[1] ?? path;
  return new FormProblem(null, Object.fromEntries(fields.map(({ path, message }) => [nameOf(path), message])));
};

export const SettingsForm = ({ website }: { website: Website }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.websites.change.mutationOptions());

  const send = async (values: Record<string, string>) => {
    const name = values["name"]?.trim();
    const changes = { id: website.id, settings: readSettings(values), ...(name ? { name } : {}) };
    await change.mutateAsync(changes).catch((error: unknown) => {
      throw toFormProblem(error);
    });
    await queryClient.invalidateQueries(trpc.websites.pathFilter());
    notify(texts.saved);
  };

  return (
    <Form label={texts.title} check={check} onSend={send}>
      <TextField name="name" label={texts.name} hint={texts.nameHint} defaultValue={website.name} isRequired />
      <PageSection settings={website.settings} />
      <CheckSection settings={website.settings} />
      <ViewSection settings={website.settings} plan_limits={website.plan_limits} />
      <FixSection settings={website.settings} />
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
};
