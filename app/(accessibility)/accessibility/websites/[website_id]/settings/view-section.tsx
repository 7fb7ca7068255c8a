import type { ComponentProps } from "react";
import type { Outputs } from "@/app/_client/trpc";
import { Choices, HintedCheckbox } from "@/app/_ui/choices";
import { TextField } from "@/app/_ui/text-field";
import { websites } from "@/messages/texts/websites";
import { SettingsSection } from "./settings-section";

const { settings: texts } = websites;

type Props = Pick<Outputs["websites"]["get"], "settings" | "plan_limits">;

const listViewFields = () => [
  { view: "narrow" as const, label: texts.narrowView, hint: texts.narrowViewHint, isUsual: true },
  { view: "zoom_200" as const, label: texts.zoomView, hint: texts.zoomViewHint, isUsual: false },
  { view: "phone" as const, label: texts.phoneView, hint: texts.phoneViewHint, isUsual: false },
  { view: "dark" as const, label: texts.darkView, hint: texts.darkViewHint, isUsual: true },
  {
    view: "forced_colours" as const,
    label: texts.forcedColoursView,
    hint: texts.forcedColoursViewHint,
    isUsual: false,
  },
  { view: "motion" as const, label: texts.motionView, hint: texts.motionViewHint, isUsual: false },
];

/**
 * A setting that not every plan includes. If the plan doesn't include it, says so in words, because a disabled control
 * only looks paler.
 */
const PlanCheckbox = ({ plan, hint, ...props }: ComponentProps<typeof HintedCheckbox> & { plan: string | null }) => (
  <HintedCheckbox
    {...props}
    {...(plan === null ? {} : { isDisabled: true, defaultSelected: false })}
    hint={plan === null ? hint : texts.notInPlan({ hint, plan })}
  />
);

const ViewFields = ({ settings: { views }, plan_limits }: Props) =>
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

/** How pages are loaded, and in which views and states they are tested. */
export const ViewSection = ({ settings, plan_limits }: Props) => (
  <SettingsSection title={texts.sections.views}>
    <Choices name="device" label={texts.device} options={texts.devices} defaultValue={settings.device ?? "desktop"} />
    <div className="max-w-60">
      <TextField
        name="language"
        label={texts.language}
        hint={texts.languageHint}
        spellCheck="false"
        autoComplete="off"
        maxLength={35}
        defaultValue={settings.language ?? ""}
      />
    </div>
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
  </SettingsSection>
);
