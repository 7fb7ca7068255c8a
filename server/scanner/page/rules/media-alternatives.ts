import type { OwnRule } from "./own-rule";

/** Words that indicate a transcript or an audio description, in several languages. */
const transcripts =
  "transcript|transkript|transkription|abschrift|mitschrift|textfassung|transcription|transcripción|trascrizione|transcriptie|transcrição|text version";
const descriptions =
  "audio description|audio-description|audiodescription|described version|audiodeskription|hörfilm|audiodescripción|audiodescrizione|audiobeschrijving|audiodescrição";

/** Audio recordings, which need a transcript. */
export const audioTranscript: OwnRule = {
  id: "audio-transcript",
  impact: "serious",
  tags: ["wcag2a", "wcag121"],
  act: ["e7aa44"],
  help: "Audio recordings should have a transcript",
  description: "Ensure that there is a transcript, or a link to one, near each audio recording",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/audio-only-and-video-only-prerecorded.html",
  failure: "Check whether the recording has a transcript, and link to it next to the player",
  needsReview: true,
  words: transcripts.split("|"),
  inPage: ({ words }) => {
    const around = (element: Element): string => {
      const area = pageTree.closest(element, "figure, article, section, li, main, body") ?? element;
      return (area.textContent ?? "").slice(0, 20_000).toLowerCase();
    };
    return {
      selector: "audio[controls]",
      applies: (element) => element instanceof HTMLMediaElement && element.currentSrc !== "",
      passes: (element) => [...words].some((word) => around(element).includes(word)),
    };
  },
};

/** Videos, which need a description of their visual information. */
export const videoDescription: OwnRule = {
  id: "video-description",
  impact: "serious",
  tags: ["wcag2a", "wcag123", "wcag125"],
  act: ["1ec09b", "c5a4ea"],
  help: "Videos should have a description of their visual information",
  description: "Ensure that a soundtrack, audio description or transcript conveys what is important in a video",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/audio-description-prerecorded.html",
  failure: "Check whether the soundtrack conveys everything important in the picture; if not, add an audio description",
  needsReview: true,
  words: [...descriptions.split("|"), ...transcripts.split("|")],
  inPage: ({ words }) => {
    const around = (element: Element): string => {
      const area = pageTree.closest(element, "figure, article, section, li, main, body") ?? element;
      return (area.textContent ?? "").slice(0, 20_000).toLowerCase();
    };
    /** Reports whether a video is silent and plays automatically, in which case it is usually decoration. */
    const isBackground = (video: HTMLVideoElement): boolean => video.autoplay && video.muted && !video.controls;
    return {
      selector: "video",
      applies: (element) => element instanceof HTMLVideoElement && element.currentSrc !== "" && !isBackground(element),
      passes: (element) =>
        element.querySelector("track[kind='descriptions']") !== null ||
        [...words].some((word) => around(element).includes(word)),
    };
  },
};
