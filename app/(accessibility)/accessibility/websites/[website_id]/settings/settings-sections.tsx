import type { ComponentProps } from "react";
import type { Outputs } from "@/app/_client/trpc";
import { Checkbox, Choices, HintedCheckbox } from "@/app/_ui/choices";
import { TextField } from "@/app/_ui/text-field";
import { fixes } from "@/messages/texts/fixes";
import { websites } from "@/messages/texts/websites";
import { SettingsSection } from "./settings-section";

const { settings: texts } = websites;

type Props = Pick<Outputs["websites"]["get"], "settings">;

type LinesProps = Props &
  Pick<ComponentProps<typeof TextField>, "label" | "hint" | "rows" | "spellCheck"> & {
    name: "include" | "exclude" | "exclude_elements" | "include_rules" | "exclude_rules";
  };

/** A setting with several values, one per line. */
const LinesField = ({ settings, name, ...field }: LinesProps) => (
  <TextField {...field} name={name} defaultValue={settings[name]?.join("\n") ?? ""} />
);

const NumberFields = ({ settings }: Props) => (
  <>
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
  </>
);

const PathFields = ({ settings }: Props) => (
  <>
    <LinesField settings={settings} name="include" label={texts.include} hint={texts.includeHint} rows={3} />
    <LinesField settings={settings} name="exclude" label={texts.exclude} hint={texts.excludeHint} rows={3} />
  </>
);

/** Which pages are scanned. */
export const PageSection = ({ settings }: Props) => (
  <SettingsSection title={texts.sections.pages}>
    <NumberFields settings={settings} />
    <PathFields settings={settings} />
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
  </SettingsSection>
);

const RuleFields = ({ settings }: Props) => {
  const common = { settings, spellCheck: "false" as const };
  return (
    <>
      <LinesField
        {...common}
        name="exclude_elements"
        label={texts.excludeElements}
        hint={texts.excludeElementsHint}
        rows={3}
      />
      <LinesField {...common} name="include_rules" label={texts.includeRules} hint={texts.includeRulesHint} rows={2} />
      <LinesField {...common} name="exclude_rules" label={texts.excludeRules} hint={texts.excludeRulesHint} rows={2} />
    </>
  );
};

/** What is tested on the pages. */
export const CheckSection = ({ settings }: Props) => (
  <SettingsSection title={texts.sections.checks}>
    <Choices
      name="standard"
      label={texts.standard}
      options={texts.standards}
      defaultValue={settings.standard ?? "wcag22aa"}
    />
    <Choices
      name="depth"
      label={texts.depth}
      hint={texts.depthHint}
      options={texts.depths}
      defaultValue={settings.depth ?? "full"}
    />
    <HintedCheckbox
      name="second_engine"
      value="yes"
      defaultSelected={settings.second_engine ?? false}
      hint={texts.secondEngineHint}
    >
      {texts.secondEngine}
    </HintedCheckbox>
    <HintedCheckbox
      name="lighthouse"
      value="yes"
      defaultSelected={settings.lighthouse ?? false}
      hint={websites.add.lighthouseHint}
    >
      {websites.add.lighthouse}
    </HintedCheckbox>
    <RuleFields settings={settings} />
  </SettingsSection>
);

export const FixSection = ({ settings }: Props) => (
  <SettingsSection title={texts.sections.fixes}>
    <HintedCheckbox
      name="allow_code_sharing"
      value="yes"
      defaultSelected={settings.allow_code_sharing ?? true}
      hint={fixes.sharingHint}
    >
      {fixes.sharing}
    </HintedCheckbox>
  </SettingsSection>
);
