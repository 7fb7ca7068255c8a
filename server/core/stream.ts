import { z } from "zod";
import type { CallContext } from "./context";
import { log } from "./log";

/** A file that is made while it is sent. */
export interface FileStream {
  content_type: string;
  file_name: string;
  chunks: () => AsyncIterator<string>;
}

/** A file as an endpoint gives it back; its bytes are outside every schema. */
export const FileStreamShape = z.object({ content_type: z.string(), file_name: z.string(), chunks: z.unknown() });

/** RFC 6266: the name twice, plain and in UTF-8. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w. -]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * The answer to a call for a file. The first chunk is made before the status is sent, so that a failure up to there is
 * an error like any other. One later breaks the connection off: a short file must not look like a whole one.
 */
export const streamResponse = async (context: CallContext, file: FileStream): Promise<Response> => {
  const { headers } = context.reply;
  headers.set("Content-Type", file.content_type);
  headers.set("Content-Disposition", dispositionOf(file.file_name));
  if (context.call.method === "HEAD") return new Response(null, { headers });
  const chunks = file.chunks();
  let next: IteratorResult<string> | null = await chunks.next();
  const encoder = new TextEncoder();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const { done, value } = next ?? (await chunks.next());
      next = null;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    } catch (error) {
      log.error({ request_id: context.call.id, err: error }, "a file broke off while it was sent");
      controller.error(error);
    }
  };
  const cancel = async (): Promise<void> => void (await chunks.return?.());
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { headers });
};
