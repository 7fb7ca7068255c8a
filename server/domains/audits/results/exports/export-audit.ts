import { getDatabase } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import type { FileStream } from "@/server/core/stream";
import { findAudit, readScope, toAuditOutput } from "../..";
import { readWebsiteFixes } from "../../fixes";
import type { ExportAudit, ExportFormat } from "../contract";
import { readRules } from "../read-rollup";
import type { ExportSource } from "./read-rows";
import { writeAxe } from "./write-axe";
import { writeCsv } from "./write-csv";
import { writeEarl } from "./write-earl";
import { writeJson } from "./write-json";
import { writeJunit } from "./write-junit";
import { writeSarif } from "./write-sarif";

interface Format {
  mediaType: string;
  /** The file name extension, without the dot. */
  ending: string;
  write: (source: ExportSource) => AsyncGenerator<string>;
}

const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: { mediaType: "text/csv; charset=utf-8", ending: "csv", write: writeCsv },
  json: { mediaType: "application/json; charset=utf-8", ending: "json", write: writeJson },
  axe: { mediaType: "application/json; charset=utf-8", ending: "axe.json", write: writeAxe },
  sarif: { mediaType: "application/sarif+json", ending: "sarif", write: writeSarif },
  earl: { mediaType: "application/ld+json", ending: "earl.jsonld", write: writeEarl },
  junit: { mediaType: "application/xml; charset=utf-8", ending: "junit.xml", write: writeJunit },
};

export const exportMediaTypes = [...new Set(Object.values(formats).map(({ mediaType }) => mediaType))];

/** Throws if the audit was deleted during the export. Without the error, a file that ends early would look complete. */
async function* whole(ctx: Ctx, id: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield* chunks;
  if (!(await ctx.db.websiteAudit.findUnique({ where: { id, org_id: ctx.org_id }, select: { id: true } })))
    throw notFound("audit", id);
}

/** Streams all findings of an ended audit as a file that is written while it is being sent. */
export const exportAudit = async (ctx: Ctx, { audit_id, format }: ExportAudit): Promise<FileStream> => {
  const row = await findAudit(ctx, audit_id);
  const audit = toAuditOutput(row);
  if (audit.status === "in_progress")
    throw new AppError("conflict", "The audit is still running. Export it when it has ended.");
  const { mediaType, ending, write } = formats[format];
  const { sql } = await getDatabase();
  const fixes = await readWebsiteFixes(ctx.db, audit.website_id);
  const source = { sql, audit, rules: await readRules(ctx.db, audit_id), scope: await readScope(ctx.db, row), fixes };
  const day = row.created_at.toISOString().slice(0, 10);
  return {
    content_type: mediaType,
    file_name: `${new URL(audit.website_url).hostname}-${day}${audit.partial ? "-partial" : ""}.${ending}`,
    chunks: () => whole(ctx, audit_id, write(source)),
  };
};
