import "../environment";
import { env } from "@/server/core/env";
import { ForgetfulEngine } from "./forgetful-engine";

/**
 * The job engine that this process uses instead of the embedded one. Import it before any code that emits events,
 * because the Inngest client is created once, when its module is loaded.
 */
export const engine = new ForgetfulEngine();
const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = engine.settings;
Object.assign(env, { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL, JOB_PATIENCE_SECONDS: 3 });
