"use client";

import { useCallback, useRef, useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { useShortcut } from "@/app/_client/shortcuts";
import type { FailingPart } from "@/server/domains/audits/rules";
import { BulkBar } from "./bulk-bar";
import { FindingCard } from "./finding-card";
import type { Finding } from "./use-triage";

type Props = {
  audit_id: string;
  items: readonly Finding[];
  failingPartOf: (finding: Finding) => FailingPart;
  /** True if the list has findings for several rules; each finding then names its rule. */
  isMixed?: boolean;
  /** True if these findings can no longer be triaged, because a later audit no longer contains them. */
  isGone?: boolean;
};

const mayBeDecided = ({ issue_id }: Finding): boolean => issue_id !== null;

/** A list of findings, which can be selected for bulk triage. The j and k keys move from one finding to the next. */
export const FindingList = ({ audit_id, items, failingPartOf, isMixed = false, isGone = false }: Props) => {
  const listRef = useRef<HTMLOListElement>(null);
  const { may } = useMe();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useWalk(listRef);
  const open = isGone || !may("issues.write") ? [] : items.filter(mayBeDecided);
  const selected = open.filter(({ id }) => chosen.has(id));
  const select = (id: string) => (isSelected: boolean) => {
    const next = new Set(chosen);
    if (isSelected) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {open.length > 1 ? (
        <BulkBar
          selected={selected}
          count={open.length}
          onSelectAll={() => setChosen(new Set(open.map(({ id }) => id)))}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
      <ol ref={listRef} className="flex flex-col gap-6 md:[&_*]:scroll-mt-24">
        {items.map((finding, index) => (
          <li key={finding.id}>
            <FindingCard
              audit_id={audit_id}
              finding={finding}
              position={index + 1}
              failingPart={failingPartOf(finding)}
              isMixed={isMixed}
              isGone={isGone}
              selection={
                open.length > 1 && mayBeDecided(finding)
                  ? { isSelected: chosen.has(finding.id), onChange: select(finding.id) }
                  : null
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
};

const useWalk = (listRef: { current: HTMLOListElement | null }) => {
  const walk = useCallback(
    (step: 1 | -1) => {
      const headings = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-finding]") ?? [])];
      const current = headings.findIndex((heading) => heading.closest("li")?.contains(document.activeElement));
      const target = headings[current === -1 ? 0 : current + step];
      target?.focus();
    },
    [listRef],
  );
  const forward = useCallback(() => walk(1), [walk]);
  const back = useCallback(() => walk(-1), [walk]);
  useShortcut("next", forward);
  useShortcut("previous", back);
};
