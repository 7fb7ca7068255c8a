"use client";

import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { ExternalLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { describeDay } from "./days";
import type { Dimension } from "./filters";
import { formatPosition, formatRate } from "./format-figures";

type Row = Outputs["searchPerf"]["rows"]["items"][number];

const Key = ({ by, text }: { by: Dimension; text: string }) => {
  if (by === "page" && /^https?:\/\//.test(text)) return <ExternalLink href={text}>{text}</ExternalLink>;
  if (by === "date") return describeDay(text);
  if (by === "device") return text in texts.devices ? texts.devices[text as keyof typeof texts.devices] : text;
  return <span className="wrap-anywhere">{by === "country" ? text.toUpperCase() : text}</span>;
};

export const columnsBy = (by: Dimension): readonly Column<Row>[] => [
  {
    id: "key",
    label: texts.dimensions[by],
    isRowHeader: true,
    cell: ({ keys }) => <Key by={by} text={keys[0] ?? ""} />,
  },
  { id: "clicks", label: texts.clicks, isNumber: true, cell: ({ clicks }) => formatNumber(clicks) },
  { id: "impressions", label: texts.impressions, isNumber: true, cell: ({ impressions }) => formatNumber(impressions) },
  { id: "ctr", label: texts.ctrShort, isNumber: true, cell: ({ ctr }) => formatRate(ctr) },
  { id: "position", label: texts.position, isNumber: true, cell: ({ position }) => formatPosition(position) },
];

type Props = { website_id: string; by: Dimension; from: string; to: string };

export const RowsTable = ({ website_id, by, from, to }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { website_id, from, to, dimension: by, limit: 25 };
  const list = useList({
    queryKey: [...trpc.searchPerf.rows.pathKey(), input],
    read: (at) => client.searchPerf.rows.query({ ...input, ...at }),
    staleTime: 60_000,
  });
  const rows = list.data ?? [];
  return (
    <>
      <p role="status" className={rows.length > 0 ? "sr-only" : "text-soft"}>
        {list.isSuccess
          ? rows.length > 0
            ? texts.count({ count: rows.length, more: list.hasNextPage })
            : texts.empty
          : ""}
      </p>
      <ListTable
        list={list}
        columns={columnsBy(by)}
        rowKey={({ keys }) => keys.join("\n")}
        count={texts.count}
        none={null}
        height={360}
      />
    </>
  );
};
