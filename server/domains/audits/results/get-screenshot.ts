import { getStore } from "@/server/adapters/store";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { notFound } from "@/server/core/errors";
import type { FileStream } from "@/server/core/stream";
import { findAudit } from "..";
import type { PageKey } from "./contract";

/** Browsers may cache a screenshot, because it never changes, although it may be purged. */
const REUSABLE_SECONDS = 3_600;

/** Returns the URL of the endpoint that returns a page's screenshot. */
export const screenshotUrl = (auditId: string, pageId: string): string =>
  `${env.BASE_URL}/api/results/${auditId}/pages/${pageId}/screenshot/`;

/** Returns the screenshot of a page as a WebP file. */
export const getScreenshot = async (ctx: Ctx, { audit_id, page_id }: PageKey): Promise<FileStream> => {
  await findAudit(ctx, audit_id);
  const page = await ctx.db.scanAudit.findFirst({ where: { id: page_id, audit_id }, include: { screenshot: true } });
  const file = page?.screenshot && (await getStore().get(page.screenshot.key));
  if (!file) throw notFound("screenshot of page", page_id);
  return {
    content_type: "image/webp",
    file_name: `${page_id}.webp`,
    reusable_seconds: REUSABLE_SECONDS,
    chunks: async function* () {
      yield file;
    },
  };
};
