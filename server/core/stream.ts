import { z } from "zod";
import type { CallContext } from "./context";
import { log } from "./log";

type Chunk = string | Uint8Array;

/** A file that is generated while it is sent. */
export interface FileStream {
  content_type: string;
  file_name: string;
  /** How long a browser can cache the file, in seconds. By default, it doesn't cache the file. */
  reusable_seconds?: number;
  chunks: () => AsyncIterator<Chunk>;
}

/** The output of an endpoint that returns a file. No schema covers the bytes of the file. */
export const FileStreamShape = z.object({
  content_type: z.string(),
  file_name: z.string(),
  reusable_seconds: z.number().optional(),
  chunks: z.unknown(),
});

/** Returns a Content-Disposition header with the file name in ASCII and in UTF-8 (RFC 6266). */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w. -]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * Returns the response to a call for a file. An error in the first chunk reaches the caller in the usual form, because
 * that chunk is generated before the status is sent. A later error breaks the connection, because a truncated file must
 * not look complete.
 */
export const streamResponse = async (context: CallContext, file: FileStream): Promise<Response> => {
  const { headers } = context.reply;
  headers.set("Content-Type", file.content_type);
  headers.set("Content-Disposition", dispositionOf(file.file_name));
  if (file.reusable_seconds) headers.set("Cache-Control", `private, max-age=${file.reusable_seconds}`);
  if (context.call.method === "HEAD") return new Response(null, { headers });
  const chunks = file.chunks();
  let next: IteratorResult<Chunk> | null = await chunks.next();
  const encoder = new TextEncoder();
  let left = false;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = next ?? (await chunks.next());
      next = null;
      if (left) return;
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    } catch (error) {
      log.error({ request_id: context.call.id, err: error }, "failed to send the rest of a file");
      controller.error(error);
    }
  };
  const cancel = async (): Promise<void> => {
    left = true;
    await chunks.return?.();
  };
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { headers });
};
