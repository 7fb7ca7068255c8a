import type { OwnRule } from "./own-rule";

/** Sound that starts automatically on a page without a way to stop it (WCAG failure F23). */
export const soundControl: OwnRule = {
  id: "sound-control",
  impact: "serious",
  tags: ["wcag2a", "wcag142"],
  act: ["4c31df", "80f0bf"],
  help: "People must be able to stop sound that starts by itself",
  description: "Ensure that sound that starts by itself and lasts longer than three seconds can be stopped",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html",
  failure: "Remove autoplay, mute the element, or give it controls",
  needsReview: false,
  includesHidden: true,
  inPage: ({ nameOf }) => {
    const most = 3;
    const isPlayer = (element: Element): element is HTMLMediaElement => element instanceof HTMLMediaElement;
    const hasSound = (player: HTMLMediaElement): boolean => {
      if (player instanceof HTMLAudioElement) return true;
      try {
        const stream: unknown = Reflect.apply(Reflect.get(player, "captureStream"), player, []);
        return stream instanceof MediaStream && stream.getAudioTracks().length > 0;
      } catch {
        return false;
      }
    };
    const hasNamedControl = (): boolean =>
      pageTree
        .findAll("button, input, [role='button'], [role='switch'], [onclick], a[href^='#']")
        .some((control) => nameOf(control) !== "");
    return {
      selector: "audio[autoplay], video[autoplay]",
      applies: (element) =>
        isPlayer(element) &&
        element.currentSrc !== "" &&
        !element.muted &&
        (element.loop || element.duration > most) &&
        element.duration > 0 &&
        hasSound(element),
      passes: (element) => element.hasAttribute("controls") || (hasNamedControl() ? undefined : false),
    };
  },
};
