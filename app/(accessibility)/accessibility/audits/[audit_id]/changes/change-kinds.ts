import { withQuery } from "@/app/_client/search-params";

export const changeKinds = ["new", "fixed", "regressed", "unchanged"] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeKind = (given: string | undefined): ChangeKind =>
  changeKinds.find((kind) => kind === given) ?? "new";

/** Returns the audit to compare with, if the URL names one. */
export const baseFilter = (given: string | undefined): { base?: string } =>
  given && /^[0-9a-f-]{36}$/.test(given) ? { base: given } : {};

export const changesHref = (audit_id: string, { kind, base }: { kind: ChangeKind; base?: string }): string =>
  withQuery(`/accessibility/audits/${audit_id}/changes`, { kind, base });
