"use client";

import { useQuery } from "@tanstack/react-query";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber, formatShare } from "@/messages/runtime/formats";
import { findings } from "@/messages/texts/findings";
import { AuditFrame } from "../_parts/audit-frame";
import { ComponentFindings } from "./component-findings";

const { components: texts } = findings;
const enough = 0.8;

type ComponentList = Outputs["results"]["components"];
type Component = ComponentList["components"][number];
type Props = { audit_id: string; component: string | undefined };

/** The components with the most findings. Fixing a component improves every page that contains it. */
export const ComponentsPage = ({ audit_id, component }: Props) => (
  <AuditFrame audit_id={audit_id} section="components" words={{ title: texts.title, lead: texts.lead }}>
    {() => <Body audit_id={audit_id} component={component} />}
  </AuditFrame>
);

const Body = ({ audit_id, component }: Props) => {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.results.components.queryOptions({ audit_id }, { staleTime: 60_000 }));
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[44, 480]} />;
  if (data.components.length === 0)
    return (
      <EmptyState title={texts.emptyTitle}>
        <p>{texts.empty}</p>
      </EmptyState>
    );
  const chosen = data.components.find(({ id }) => id === component);
  if (chosen) return <ComponentFindings audit_id={audit_id} id={chosen.id} label={chosen.label} />;
  return <Table audit_id={audit_id} list={data} />;
};

/**
 * Returns the smallest number of components that together contain at least 80% of the findings, and their exact share.
 * If all the listed components together contain less than 80%, returns their number and share.
 */
const fewOf = ({ components }: ComponentList): { count: number; share: number } => {
  const at = components.findIndex(({ cumulative_share }) => cumulative_share >= enough);
  const last = at < 0 ? components.length - 1 : at;
  return { count: last + 1, share: components[last]?.cumulative_share ?? 0 };
};

const sayShare = (share: number): string =>
  share > 0 && share < 0.01 ? texts.tinyShare({ share: formatShare(0.01) }) : formatShare(share);

const captionOf = ({ components: { length: shown }, total: all }: ComponentList): string =>
  texts.caption({ shown, all, isAll: shown === all });

const Table = ({ audit_id, list }: { audit_id: string; list: ComponentList }) => {
  const { count, share } = fewOf(list);
  return (
    <>
      <p className="prose mb-4 text-lg">{texts.few({ count, share: sayShare(share) })}</p>
      <DataTable
        caption={captionOf(list)}
        columns={columnsOf(audit_id)}
        rows={list.components}
        rowKey={({ id }) => id}
      />
    </>
  );
};

const columnsOf = (audit_id: string): readonly Column<Component>[] => [
  {
    id: "component",
    label: texts.component,
    isRowHeader: true,
    cell: ({ id, label }) => (
      <TextLink
        href={withQuery(`/accessibility/audits/${audit_id}/components`, { component: id })}
        className="font-mono text-sm font-medium"
      >
        <code>{label}</code>
      </TextLink>
    ),
  },
  {
    id: "findings",
    label: texts.findings,
    isNumber: true,
    sortBy: (component) => component.findings,
    cell: (component) => formatNumber(component.findings),
  },
  {
    id: "pages",
    label: texts.pages,
    isNumber: true,
    sortBy: ({ pages }) => pages,
    cell: ({ pages }) => formatNumber(pages),
  },
  { id: "rules", label: texts.rules, isNumber: true, isExtra: true, cell: ({ rules }) => rules.length },
  { id: "share", label: texts.share, isNumber: true, cell: ({ share }) => sayShare(share) },
  {
    id: "together",
    label: texts.together,
    isNumber: true,
    isExtra: true,
    cell: ({ cumulative_share }) => sayShare(cumulative_share),
  },
];
