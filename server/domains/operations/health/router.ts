import { nothing } from "@/server/core/schema";
import { query, router } from "@/server/endpoint/endpoint";
import { Alive, Ready } from "./contract";
import { readAlive, readReady } from "./read-health";

export const healthRouter = router({
  alive: query({
    rest: "GET /api/health",
    summary: "Check whether the process is responding",
    access: "public",
    limit: "health",
    input: nothing,
    output: Alive,
    run: readAlive,
  }),
  ready: query({
    rest: "GET /api/ready",
    summary:
      "Check whether the database, signing keys, jobs and object store are ready, and report the scanner's status",
    access: "public",
    limit: "health",
    input: nothing,
    output: Ready,
    run: readReady,
  }),
});
