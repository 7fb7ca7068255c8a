import { serveJobs } from "@/inngest";
import { env } from "@/server/core/env";

export const dynamic = "force-dynamic";

/**
 * Handles Inngest's requests. Without Inngest, this endpoint replies 404, because the embedded job engine calls the
 * functions in process.
 */
const handle = async (request: Request): Promise<Response> =>
  env.INNGEST_EVENT_KEY ? serveJobs(request) : new Response(null, { status: 404 });

export { handle as GET, handle as POST, handle as PUT };
