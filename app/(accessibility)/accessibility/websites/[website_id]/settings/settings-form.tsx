"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Checkbox, Choices, HintedCheckbox } from "@/app/_ui/choices";
import { Form, FormProblem } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { fixes } from "@/messages/texts/fixes";
import { websites } from "@/messages/texts/websites";
import { checkMaxDocuments, checkMaxPages } from "../../_parts/checks";
import { readSettings } from "./read-settings";

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

const ScopeFields = ({ settings }: { settings: Website["settings"] }) => (
  <>
    <TextField
      name="exclude_elements"
      label={texts.excludeElements}
      hint={texts.excludeElementsHint}
      rows={3}
      spellCheck="false"
      defaultValue={settings.exclude_elements?.join("\n") ?? ""}
    />
    <TextField
      name="include_rules"
      label={texts.includeRules}
      hint={texts.includeRulesHint}
      rows={2}
      spellCheck="false"
      defaultValue={settings.include_rules?.join("\n") ?? ""}
    />
    <TextField
      name="exclude_rules"
      label={texts.excludeRules}
      hint={texts.excludeRulesHint}
      rows={2}
      spellCheck="false"
      defaultValue={settings.exclude_rules?.join("\n") ?? ""}
    />
    <HintedCheckbox
      name="list_only"
      value="yes"
      defaultSelected={settings.list_only ?? false}
      hint={texts.listOnlyHint}
    >
      {texts.listOnly}
    </HintedCheckbox>
    <HintedCheckbox name="sample" value="yes" defaultSelected={settings.sample ?? false} hint={texts.sampleHint}>
      {texts.sample}
    </HintedCheckbox>
  </>
);

const listViewFields = () => [
  { view: "narrow" as const, label: texts.narrowView, hint: texts.narrowViewHint, isUsual: true },
  { view: "phone" as const, label: texts.phoneView, hint: texts.phoneViewHint, isUsual: false },
  { view: "dark" as const, label: texts.darkView, hint: texts.darkViewHint, isUsual: true },
  {
    view: "forced_colours" as const,
    label: texts.forcedColoursView,
    hint: texts.forcedColoursViewHint,
    isUsual: false,
  },
];

type Limited = Pick<Website, "settings" | "plan_limits">;

/** A setting that the plan may not include. The reason is in words, because a disabled control only looks paler. */
const PlanCheckbox = ({ plan, hint, ...props }: ComponentProps<typeof HintedCheckbox> & { plan: string | null }) => (
  <HintedCheckbox
    {...props}
    {...(plan === null ? {} : { isDisabled: true, defaultSelected: false })}
    hint={plan === null ? hint : texts.notInPlan({ hint, plan })}
  />
);

const ViewFields = ({ settings: { views }, plan_limits }: Limited) =>
  listViewFields().map(({ view, label, hint, isUsual }) => (
    <PlanCheckbox
      key={view}
      name={`view_${view}`}
      value="yes"
      defaultSelected={views?.includes(view) ?? isUsual}
      hint={hint}
      plan={plan_limits && !plan_limits.views.includes(view) ? plan_limits.plan : null}
    >
      {label}
    </PlanCheckbox>
  ));

/** Returns the form's error for an error about the settings, such as settings.exclude_elements.0. */
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
  const { settings, plan_limits } = website;

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
      <div className="max-w-60">
        <TextField
          name="max_pages"
          label={websites.add.maxPages}
          hint={websites.add.maxPagesHint}
          inputMode="numeric"
          defaultValue={settings.max_pages?.toString() ?? ""}
        />
      </div>
      <div className="max-w-96">
        <TextField
          name="max_documents"
          label={texts.maxDocuments}
          hint={texts.maxDocumentsHint}
          inputMode="numeric"
          defaultValue={settings.max_documents?.toString() ?? ""}
        />
      </div>
      <Choices
        name="standard"
        label={texts.standard}
        options={texts.standards}
        defaultValue={settings.standard ?? "wcag22aa"}
      />
      <Choices name="device" label={texts.device} options={texts.devices} defaultValue={settings.device ?? "desktop"} />
      <Choices
        name="depth"
        label={texts.depth}
        hint={texts.depthHint}
        options={texts.depths}
        defaultValue={settings.depth ?? "full"}
      />
      <ViewFields settings={settings} plan_limits={plan_limits} />
      <PlanCheckbox
        name="states"
        value="yes"
        defaultSelected={settings.states ?? false}
        hint={texts.statesHint}
        plan={plan_limits?.states === false ? plan_limits.plan : null}
      >
        {texts.states}
      </PlanCheckbox>
      <TextField
        name="include"
        label={texts.include}
        hint={texts.includeHint}
        rows={3}
        defaultValue={settings.include?.join("\n") ?? ""}
      />
      <TextField
        name="exclude"
        label={texts.exclude}
        hint={texts.excludeHint}
        rows={3}
        defaultValue={settings.exclude?.join("\n") ?? ""}
      />
      <ScopeFields settings={settings} />
      <TextField
        name="sitemap_url"
        label={texts.sitemap}
        hint={texts.sitemapHint}
        inputMode="url"
        defaultValue={settings.sitemap_url ?? ""}
      />
      <Checkbox name="respect_robots" value="yes" defaultSelected={settings.respect_robots ?? true}>
        {texts.robots}
      </Checkbox>
      <HintedCheckbox
        name="lighthouse"
        value="yes"
        defaultSelected={settings.lighthouse ?? false}
        hint={websites.add.lighthouseHint}
      >
        {websites.add.lighthouse}
      </HintedCheckbox>
      <HintedCheckbox
        name="second_engine"
        value="yes"
        defaultSelected={settings.second_engine ?? false}
        hint={texts.secondEngineHint}
      >
        {texts.secondEngine}
      </HintedCheckbox>
      <HintedCheckbox
        name="allow_code_sharing"
        value="yes"
        defaultSelected={settings.allow_code_sharing ?? true}
        hint={fixes.sharingHint}
      >
        {fixes.sharing}
      </HintedCheckbox>
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
};
