import { env } from "@/server/core/env";
import { createGuard, type Guard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import { createNameResolver } from "@/server/outside/resolve-names";

let guard: Guard | undefined;

/** The one way to monitored addresses, when a monitor is made and at every check. */
export const monitorGuard = (): Guard =>
  (guard ??= createGuard(
    { allows: (...place) => parsePrivateHosts(env.SCAN_PRIVATE_HOSTS).allows(...place) },
    createNameResolver(),
  ));
