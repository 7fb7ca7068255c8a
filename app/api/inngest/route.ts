import { serveJobs } from "@/inngest";
import { env } from "@/server/core/env";

export const dynamic = "force-dynamic";

/** For Inngest itself. The embedded runner calls the functions within the process, so then nobody is to come in here. */
const handle = async (request: Request): Promise<Response> =>
  env.INNGEST_EVENT_KEY ? serveJobs(request) : new Response(null, { status: 404 });

export { handle as GET, handle as POST, handle as PUT };
