import { env } from "@/server/core/env";
import { createGuard, type Guard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { createNameResolver } from "@/server/outside/resolve-names";

let guard: Guard | undefined;

/** Returns the guard for monitored URLs, used when a monitor is added and at every check. */
export const monitorGuard = (): Guard =>
  (guard ??= createGuard(
    { allows: (...place) => parsePrivateHosts(env.MONITOR_PRIVATE_HOSTS ?? env.SCAN_PRIVATE_HOSTS).allows(...place) },
    createNameResolver(),
  ));
