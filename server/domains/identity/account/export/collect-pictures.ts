import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import type { ZipEntry } from "./write-zip";

/**
 * Maximum total size of the pictures in an archive. Pictures that don't fit are left out, because archives are built in
 * memory.
 */
const MOST_BYTES = 100_000_000;
const batchSize = 200;

/** The number of bytes still available for pictures in an archive. */
export interface PictureBudget {
  bytes: number;
}

export const createPictureBudget = (): PictureBudget => ({ bytes: MOST_BYTES });

/**
 * A picture. `file` is its path in the organisation's folder, or null if the picture was left out or has since been
 * deleted.
 */
type Listed = { id: string; website_id: string; width: number; height: number; file: string | null };

/**
 * Returns the screenshots and strip pictures of an organisation's websites, most recently used first, followed by a
 * list of these pictures.
 */
export async function* collectPictures(
  db: Db,
  org_id: string,
  folder: string,
  budget: PictureBudget,
): AsyncGenerator<ZipEntry> {
  const listed: Listed[] = [];
  let after: string | undefined;
  do {
    const rows = await db.screenshot.findMany({
      where: { website: { org_id } },
      orderBy: [{ last_used_at: "desc" }, { id: "asc" }],
      take: batchSize,
      ...(after ? { cursor: { id: after }, skip: 1 } : {}),
    });
    for (const { key, hash: _, bytes, ...row } of rows) {
      const body = bytes <= budget.bytes ? await getStore().get(key) : null;
      const name = `screenshots/${row.id}.webp`;
      listed.push({ ...row, file: body && name });
      if (!body) continue;
      budget.bytes -= body.length;
      yield { name: `${folder}/${name}`, body, isCompressed: true };
    }
    after = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (after);
  yield { name: `${folder}/screenshots.json`, body: Buffer.from(`${JSON.stringify(listed, null, 2)}\n`) };
}
