"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { results } from "@/app/_texts/results";
import { websites } from "@/app/_texts/websites";
import { Breadcrumbs, type Crumb } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";

export type Audit = Outputs["audits"]["get"];
export type Section = "overview" | "rules" | "pages" | "criteria" | "more";

const { sections } = results;
const paths: Record<Section, string> = {
  overview: "",
  rules: "/rules",
  pages: "/pages",
  criteria: "/criteria",
  more: "/more",
};

type Props = {
  audit_id: string;
  section: Section;
  /** Title and heading; the section's own when left out. */
  title?: string | ((audit: Audit) => string);
  lead?: (audit: Audit) => ReactNode;
  /** Between the website and this page. */
  crumbs?: readonly Crumb[];
  children: (audit: Audit) => ReactNode;
};

/** What every page of an audit shares: the way back, the heading, and its parts. */
export const AuditFrame = ({ audit_id, section, title, lead, crumbs = [], children }: Props) => {
  const trpc = useTRPC();
  const { data: audit, error, refetch } = useQuery(trpc.audits.get.queryOptions({ id: audit_id }));
  if (error && !audit) return <FailedPage error={error} onRetry={() => refetch()} />;
  if (!audit) return <Skeleton heights={[44, 64, 48, 320]} />;
  const heading = (typeof title === "function" ? title(audit) : title) ?? sections[section];
  return (
    <>
      <DocumentTitle parts={[heading, audit.website_name]} />
      <Breadcrumbs
        crumbs={[
          { href: "/accessibility", label: websites.title },
          { href: `/accessibility/websites/${audit.website_id}`, label: audit.website_name },
          ...crumbs,
        ]}
      />
      <PageHeading lead={lead ? lead(audit) : <Moment at={audit.created_at} />}>{heading}</PageHeading>
      {audit.status === "in_progress" ? null : <Sections audit_id={audit_id} current={section} />}
      {children(audit)}
    </>
  );
};

const Sections = ({ audit_id, current }: { audit_id: string; current: Section }) => (
  <nav aria-label={sections.label} className="mb-6 border-b border-line">
    <ul className="-mb-px flex flex-wrap gap-x-6">
      {(Object.keys(paths) as Section[]).map((section) => (
        <li key={section}>
          <Link
            href={`/accessibility/audits/${audit_id}${paths[section]}`}
            aria-current={section === current ? "true" : undefined}
            className="inline-flex min-h-11 items-center border-b-2 border-transparent font-medium text-soft hover:border-control hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent"
          >
            {sections[section]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
