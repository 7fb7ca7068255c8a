import { createHash } from "node:crypto";

/** Returns a hash of a finding's code, as listed in the results. */
export const hashCode = (html: string): string => createHash("sha256").update(html.trim()).digest("hex");
