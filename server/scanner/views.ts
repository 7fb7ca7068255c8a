/**
 * The views in which a page is tested: as it appears in the usual window, in a window 320 CSS pixels wide (the width of
 * a 1280-pixel window at 400% zoom), at 200% zoom, on a phone, in the dark colour scheme, in forced colours mode (the
 * system replaces the page's colours with a few that the user chose), and with motion (without the preference for
 * reduced motion that the other views have).
 */
export const views = ["usual", "narrow", "zoom_200", "phone", "dark", "forced_colours", "motion"] as const;
export type View = (typeof views)[number];

/** The views in which a page can be tested in addition to the usual one. */
export const furtherViews = ["narrow", "zoom_200", "phone", "dark", "forced_colours", "motion"] as const;
export type FurtherView = (typeof furtherViews)[number];

/** The further views that are tested by default. The others would slow down every audit. */
export const defaultViews: readonly FurtherView[] = ["narrow", "dark"];

/** Returns the views in which a finding applies. The stored list is empty if it applies only in the usual view. */
export const viewsOf = (stored: readonly string[]): View[] =>
  stored.length === 0 ? ["usual"] : views.filter((view) => stored.includes(view));
