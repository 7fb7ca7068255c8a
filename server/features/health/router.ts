import { query, router } from "@/server/core/endpoint";
import { nothing } from "@/server/core/schema";
import { Alive, Ready } from "./contract";
import { readAlive, readReady } from "./read-health";

export const healthRouter = router({
  alive: query({
    rest: "GET /api/health",
    summary: "Whether the process answers",
    access: "public",
    limit: "poll",
    input: nothing,
    output: Alive,
    run: readAlive,
  }),
  ready: query({
    rest: "GET /api/ready",
    summary: "Whether database, jobs, object store and scanner answer",
    access: "public",
    limit: "poll",
    input: nothing,
    output: Ready,
    run: readReady,
  }),
});
