import type { AuditDocument } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { escapeLike } from "@/server/core/escape-like";
import { toPage } from "@/server/core/schema";
import { findAudit } from "..";
import {
  DocumentDetail,
  type DocumentKey,
  type DocumentList,
  type DocumentSummary,
  type ListDocuments,
  mostLinkingPages,
} from "./contract";

type DocumentRow = Omit<AuditDocument, "audit_id" | "created_at" | "findings"> & { linking_pages: number };

export const toDocumentOutput = ({ critical, serious, moderate, minor, needs_review, ...row }: DocumentRow) =>
  ({
    id: row.id,
    url: row.url,
    final_url: row.final_url,
    title: row.title,
    http_status: row.http_status,
    bytes: row.bytes,
    pages: row.pages,
    problem: DocumentDetail.shape.problem.parse(row.problem),
    counts: { critical, serious, moderate, minor, needs_review },
    linking_pages: row.linking_pages,
    checked_at: row.checked_at,
  }) satisfies DocumentSummary;

const withLinkCount = { _count: { select: { links: true } } } as const;

/** Lists the PDFs that the pages of an audit link to, in the order in which they were found. */
export const listDocuments = async (ctx: Ctx, { audit_id, limit, cursor, q }: ListDocuments): Promise<DocumentList> => {
  await findAudit(ctx, audit_id);
  const contains = { contains: escapeLike(q ?? ""), mode: "insensitive" } as const;
  const rows = await ctx.db.auditDocument.findMany({
    where: {
      audit_id,
      ...(cursor ? { id: { gt: cursor } } : {}),
      ...(q ? { OR: [{ url: contains }, { title: contains }] } : {}),
    },
    omit: { findings: true },
    include: withLinkCount,
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  const total = await ctx.db.auditDocument.count({ where: { audit_id } });
  const checked = await ctx.db.auditDocument.count({ where: { audit_id, checked_at: { not: null } } });
  const items = rows.map(({ _count, ...row }) => toDocumentOutput({ ...row, linking_pages: _count.links }));
  return { total, not_checked: total - checked, ...toPage(items, limit) };
};

/** Returns one document with its findings and the pages that link to it. */
export const getDocument = async (ctx: Ctx, { audit_id, document_id }: DocumentKey): Promise<DocumentDetail> => {
  await findAudit(ctx, audit_id);
  const row = await ctx.db.auditDocument.findFirst({
    where: { id: document_id, audit_id },
    include: { ...withLinkCount, links: { orderBy: { page_url: "asc" }, take: mostLinkingPages } },
  });
  if (!row) throw notFound("document", document_id);
  const { _count, links, findings, ...rest } = row;
  const pages = await ctx.db.scanAudit.findMany({
    where: { audit_id, url: { in: links.map(({ page_url }) => page_url) } },
    select: { id: true, url: true, title: true },
  });
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  return {
    ...toDocumentOutput({ ...rest, linking_pages: _count.links }),
    findings: DocumentDetail.shape.findings.parse(findings ?? []),
    linked_from: links.map(({ page_url }) => {
      const page = byUrl.get(page_url);
      return { url: page_url, title: page?.title ?? null, page_id: page?.id ?? null };
    }),
  };
};
