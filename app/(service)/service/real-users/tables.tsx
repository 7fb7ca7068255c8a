"use client";

import { type Column, DataTable } from "@/app/_ui/data-table";
import { TextLink } from "@/app/_ui/text-link";
import { rum } from "@/messages/texts/rum";
import type { Summary } from "./figures";
import { metricColumns } from "./metric-columns";

type DeviceRow = Summary["devices"][number];
type PageRow = Summary["pages"][number];

const deviceColumns = (): readonly Column<DeviceRow>[] => [
  { id: "device", label: rum.byDevice.device, isRowHeader: true, cell: ({ device }) => rum.devices[device] },
  ...metricColumns<DeviceRow>(),
];

export const ByDevice = ({ devices }: { devices: Summary["devices"] }) => (
  <section aria-labelledby="by-device" className="mt-12">
    <h2 id="by-device" className="mb-3 text-xl">
      {rum.byDevice.title}
    </h2>
    <DataTable
      caption={rum.byDevice.caption}
      columns={deviceColumns()}
      rows={devices}
      rowKey={({ device }) => device}
    />
  </section>
);

type ByPageProps = { pages: Summary["pages"]; hrefOf: (page: string | undefined) => string; only: string | undefined };

const pageColumn = (hrefOf: ByPageProps["hrefOf"]): Column<PageRow> => ({
  id: "page",
  label: rum.byPage.page,
  isRowHeader: true,
  cell: ({ page }) =>
    page === null ? (
      rum.byPage.others
    ) : (
      <TextLink href={hrefOf(page)} scroll={false} aria-label={rum.byPage.only({ page })}>
        {page}
      </TextLink>
    ),
});

export const ByPage = ({ pages, hrefOf, only }: ByPageProps) => (
  <section aria-labelledby="by-page" className="mt-12">
    <h2 id="by-page" className="mb-3 text-xl">
      {rum.byPage.title}
    </h2>
    {only ? (
      <p className="mb-3">
        <TextLink href={hrefOf(undefined)} scroll={false}>
          {rum.byPage.all}
        </TextLink>
      </p>
    ) : null}
    <DataTable
      caption={rum.byPage.caption({ count: pages.length })}
      columns={[pageColumn(hrefOf), ...metricColumns<PageRow>()]}
      rows={pages}
      rowKey={({ page }) => page ?? ""}
    />
  </section>
);
