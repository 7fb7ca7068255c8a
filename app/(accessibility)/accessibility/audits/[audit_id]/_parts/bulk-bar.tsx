"use client";

import { Button } from "@/app/_ui/button";
import { findings } from "@/messages/texts/findings";
import { Decide } from "./decide";
import type { Finding, Status } from "./use-triage";

const { triage: texts } = findings;
const statuses: readonly Status[] = ["ignored", "false_positive", "open"];

type Props = { selected: readonly Finding[]; count: number; onSelectAll: () => void; onClear: () => void };

/** Triage actions for the selected findings. Stays in view on tablets and wider screens. */
export const BulkBar = ({ selected, count, onSelectAll, onClear }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be a flex item
  <div
    role="group"
    aria-label={texts.bar}
    className="card z-20 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 p-3 md:sticky md:top-2 md:shadow-raised"
  >
    <p role="status" className="font-semibold">
      {texts.selected({ count: selected.length })}
    </p>
    {selected.length < count ? (
      <Button variant="quiet" onPress={onSelectAll}>
        {texts.selectAll}
      </Button>
    ) : null}
    {selected.length > 0 ? (
      <>
        <Button variant="quiet" onPress={onClear}>
          {texts.selectNone}
        </Button>
        <Decide about={selected} onDone={onClear}>
          {(choose) => (
            <div className="flex flex-wrap gap-2">
              {statuses
                .filter((status) => selected.some((finding) => finding.status !== status))
                .map((status) => (
                  <Button key={status} onPress={() => choose(status)}>
                    {texts.actions[status]}
                  </Button>
                ))}
              <Button onPress={() => choose("assign")}>{texts.assign}</Button>
            </div>
          )}
        </Decide>
      </>
    ) : null}
  </div>
);
