"use client";

import { useQuery } from "@tanstack/react-query";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import { outbox as texts } from "@/messages/texts/outbox";
import { type Outputs, useTRPC } from "../../_client/trpc";
import { Breadcrumbs } from "../../_ui/breadcrumbs";
import { type Column, DataTable } from "../../_ui/data-table";
import { FailedPage } from "../../_ui/failed-page";
import { Moment } from "../../_ui/moment";
import { DocumentTitle, PageHeading } from "../../_ui/page-heading";
import { Skeleton } from "../../_ui/states";

type Email = Outputs["outbox"]["get"];
type Header = Email["headers"][number];

export const EmailView = ({ email }: { email: { id: string } }) => {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.outbox.get.queryOptions(email));
  if (error && !data) return <FailedPage error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[44, 64, 640]} />;
  return (
    <>
      <DocumentTitle parts={[data.subject, texts.title]} />
      <Breadcrumbs crumbs={[{ href: "/outbox", label: texts.title }]} />
      <PageHeading
        lead={
          <span className="wrap-anywhere">
            {texts.from} {data.from} · {texts.to} {data.to} · <Moment at={data.at} />
          </span>
        }
      >
        {data.subject}
      </PageHeading>
      <Views email={data} />
      <Attachments attachments={data.attachments} />
    </>
  );
};

const panel = "card mt-4 overflow-hidden";

/** Renders the HTML email without scripts and in a separate origin; its links open in a new tab. */
const Views = ({ email }: { email: Email }) => (
  <Tabs>
    <TabList aria-label={texts.views} className="flex flex-wrap gap-x-6 border-b border-line">
      <ViewTab id="html">{texts.html}</ViewTab>
      <ViewTab id="text">{texts.text}</ViewTab>
      <ViewTab id="headers">{texts.headers}</ViewTab>
    </TabList>
    <TabPanel id="html" className={panel}>
      <iframe
        title={texts.frame}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={email.html}
        className="block h-[40rem] w-full bg-white"
      />
    </TabPanel>
    <TabPanel id="text" className={panel}>
      <pre className="wrap-anywhere whitespace-pre-wrap p-5 font-mono text-sm leading-6">{email.text}</pre>
    </TabPanel>
    <TabPanel id="headers" className="mt-4">
      <DataTable
        caption={texts.headersCaption({ count: email.headers.length })}
        columns={headerColumns()}
        rows={email.headers}
        rowKey={({ name, value }) => `${name}: ${value}`}
      />
    </TabPanel>
  </Tabs>
);

const ViewTab = ({ id, children }: { id: string; children: string }) => (
  <Tab
    id={id}
    className="-mb-px inline-flex min-h-11 cursor-pointer items-center border-b-2 border-transparent font-medium text-soft data-[hovered]:text-ink data-[selected]:border-accent data-[selected]:font-semibold data-[selected]:text-accent"
  >
    {children}
  </Tab>
);

const headerColumns = (): readonly Column<Header>[] => [
  { id: "name", label: texts.header, isRowHeader: true, cell: ({ name }) => name },
  { id: "value", label: texts.value, cell: ({ value }) => <span className="wrap-anywhere">{value}</span> },
];

const Attachments = ({ attachments }: Pick<Email, "attachments">) =>
  attachments.length === 0 ? null : (
    <section aria-labelledby="attachments" className="mt-8">
      <h2 id="attachments" className="text-lg">
        {texts.attachments}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {attachments.map(({ file_name, size_bytes }) => (
          <li key={file_name}>{texts.attachment({ name: file_name, kilobytes: Math.ceil(size_bytes / 1_000) })}</li>
        ))}
      </ul>
    </section>
  );
