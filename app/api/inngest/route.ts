import { serve } from "inngest/edge";
import { functions } from "@/inngest";
import { inngest } from "@/inngest/client";
import { env } from "@/server/core/env";

export const dynamic = "force-dynamic";

const serveJobs = serve({ client: inngest, functions, enableUnauthedSync: false });

/** For Inngest itself. The embedded runner calls the functions within the process, so then nobody is to come in here. */
const handle = async (request: Request): Promise<Response> =>
  env.INNGEST_EVENT_KEY ? serveJobs(request) : new Response(null, { status: 404 });

export { handle as GET, handle as POST, handle as PUT };
