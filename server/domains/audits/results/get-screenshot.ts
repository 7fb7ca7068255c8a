import { getStore } from "@/server/adapters/store";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { notFound } from "@/server/core/errors";
import type { FileStream } from "@/server/core/stream";
import { findAudit, type StripRow } from "..";

import type { FindingPicture, PageKey, PictureKey } from "./contract";

/** How long browsers can cache a screenshot, which never changes but may be purged. */
const REUSABLE_SECONDS = 3_600;

/** Returns the URL of the endpoint that returns a page's screenshot. */
export const screenshotUrl = (auditId: string, pageId: string): string =>
  `${env.BASE_URL}/api/results/${auditId}/pages/${pageId}/screenshot/`;

const stream = (file: Buffer, name: string): FileStream => ({
  content_type: "image/webp",
  file_name: `${name}.webp`,
  reusable_seconds: REUSABLE_SECONDS,
  chunks: async function* () {
    yield file;
  },
});

/** Returns the screenshot of a page as a WebP file. */
export const getScreenshot = async (ctx: Ctx, { audit_id, page_id }: PageKey): Promise<FileStream> => {
  await findAudit(ctx, audit_id);
  const page = await ctx.db.scanAudit.findFirst({ where: { id: page_id, audit_id }, include: { screenshot: true } });
  const file = page?.screenshot && (await getStore().get(page.screenshot.key));
  if (!file) throw notFound("screenshot of page", page_id);
  return stream(file, page_id);
};

/** Returns a finding's strip, with the URL of each picture. */
export const toFindingStrip = (audit_id: string, id: string, strip: StripRow | null): FindingPicture[] | null =>
  strip?.map(({ screenshot_id: _, ...facts }, index) => ({
    ...facts,
    url: `${env.BASE_URL}/api/results/${audit_id}/issues/${id}/pictures/${index + 1}/`,
  })) ?? null;

/**
 * SQL expression for the strip of `n`, a row of violation_nodes. It is null if any of the strip's pictures has been
 * purged, because the others are meaningless on their own.
 */
export const stripColumn = `
  CASE WHEN n.strip IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(n.strip) AS picture
    LEFT JOIN screenshots kept ON kept.id = (picture ->> 'screenshot_id')::uuid
    WHERE kept.id IS NULL
  ) THEN n.strip END AS strip`;

/** Returns a picture of a finding's strip as a WebP file. */
export const getPicture = async (ctx: Ctx, { audit_id, finding_id, number }: PictureKey): Promise<FileStream> => {
  const { website_id } = await findAudit(ctx, audit_id);
  const [row] = await ctx.db.$queryRaw<{ key: string }[]>`
    SELECT s.key FROM violation_nodes n
    JOIN screenshots s ON s.id = (n.strip -> ${number - 1}::int ->> 'screenshot_id')::uuid
    WHERE n.id = ${finding_id}::uuid AND n.audit_id = ${audit_id}::uuid AND s.website_id = ${website_id}::uuid`;
  const file = row && (await getStore().get(row.key));
  if (!file) throw notFound(`picture ${number} of finding`, finding_id);
  return stream(file, `${finding_id}-${number}`);
};
