import { createHash } from "node:crypto";
import type { ReportJob } from "@/generated/prisma/client";
import type { AnonymousCtx } from "@/server/core/context";
import { acrossOrganisations } from "@/server/endpoint/scoped-db";
import { unmade } from "./job-state";
import { ownerOf } from "./report-owner";

const addressPrefix = "ip:";

/** Returns the caller to which a report is attributed in the queue. An IP address is stored only as a hash. */
export const queueCallerOf = ({ call, caller }: Pick<AnonymousCtx, "call" | "caller">): string => {
  const owner = ownerOf(caller);
  return owner === "anonymous" ? addressPrefix + createHash("sha256").update(call.ip).digest("base64url") : owner;
};

/** If a job was stored before callers were recorded, it counts as anonymous unless it belongs to an organisation. */
export const isAnonymous = ({ caller, org_id }: Pick<ReportJob, "caller" | "org_id">): boolean =>
  caller === null ? org_id === null : caller.startsWith(addressPrefix);

/** Delay in seconds that each waiting report adds to its caller's next report, so that other callers go first. */
const secondsBehind = 20;
/** Maximum value that Inngest accepts for this delay, in seconds. */
const maxSecondsBehind = 600;

/** Returns a new report's place in the queue. The more reports its caller has waiting, the lower its priority. */
export const placeInQueue = async (
  { db }: Pick<AnonymousCtx, "db">,
  caller: string,
): Promise<{ queue: "anonymous" | "known"; priority: number }> => {
  const waiting = await acrossOrganisations(db).reportJob.count({ where: { caller, status: { in: [...unmade] } } });
  const queue = caller.startsWith(addressPrefix) ? "anonymous" : "known";
  return { queue, priority: 0 - Math.min(maxSecondsBehind, waiting * secondsBehind) };
};
