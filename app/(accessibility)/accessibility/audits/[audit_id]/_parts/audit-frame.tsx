"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs, type Crumb } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { Link } from "@/app/_ui/link";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { results } from "@/messages/texts/results";
import { websites } from "@/messages/texts/websites";

export type Audit = Outputs["audits"]["get"];
export type Section = "overview" | "rules" | "components" | "pages" | "documents" | "criteria" | "otherScores";

const { sections } = results;
const paths: Record<Section, string> = {
  overview: "",
  rules: "/rules",
  components: "/components",
  pages: "/pages",
  documents: "/documents",
  criteria: "/criteria",
  otherScores: "/other-scores",
};

type Words = { title: string; lead: ReactNode };

type Props = {
  audit_id: string;
  section: Section;
  /** The page's title and introduction, shown immediately unless they depend on the audit. */
  words: Words | ((audit: Audit) => Words);
  /** Breadcrumbs between the website and this page. */
  crumbs?: readonly Crumb[];
  skeleton?: ReactNode;
  children: (audit: Audit) => ReactNode;
};

const defaultSkeleton = <Skeleton heights={[320]} />;

const crumbsOf = (audit: Audit | undefined, rest: readonly Crumb[]): Crumb[] => [
  { href: "/accessibility", label: websites.title },
  ...(audit ? [{ href: `/accessibility/websites/${audit.website_id}`, label: audit.website_name }] : []),
  ...rest,
];

/** The layout shared by every page of an audit: breadcrumbs, heading and sections. */
export const AuditFrame = ({ audit_id, section, words, crumbs = [], skeleton = defaultSkeleton, children }: Props) => {
  const trpc = useTRPC();
  const { data: audit, error, refetch } = useQuery(trpc.audits.get.queryOptions({ id: audit_id }));
  if (error && !audit) return <FailedPage error={error} onRetry={() => refetch()} />;
  if (!audit && typeof words === "function")
    return (
      <>
        <Skeleton heights={[44, 64, 44]} />
        <div className="mt-6">{skeleton}</div>
      </>
    );
  const { title, lead } = audit && typeof words === "function" ? words(audit) : (words as Words);
  return (
    <>
      <DocumentTitle parts={[title, audit?.website_name]} />
      <Breadcrumbs crumbs={crumbsOf(audit, crumbs)} />
      <PageHeading lead={lead}>{title}</PageHeading>
      {audit?.status === "in_progress" ? null : <Sections audit_id={audit_id} current={section} />}
      {audit ? children(audit) : skeleton}
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
