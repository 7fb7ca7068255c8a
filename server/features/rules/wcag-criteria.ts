export interface Criterion {
  criterion: string;
  name: string;
  level: "A" | "AA";
  /** Version of WCAG that brought it. */
  since: "2.0" | "2.1" | "2.2";
}

const row = (
  criterion: string,
  level: Criterion["level"],
  name: string,
  since: Criterion["since"] = "2.0",
): Criterion => ({ criterion, name, level, since });

/** The 55 success criteria of levels A and AA in WCAG 2.2 (https://www.w3.org/TR/WCAG22/), which dropped 4.1.1. */
export const wcagCriteria: readonly Criterion[] = [
  row("1.1.1", "A", "Non-text Content"),
  row("1.2.1", "A", "Audio-only and Video-only (Prerecorded)"),
  row("1.2.2", "A", "Captions (Prerecorded)"),
  row("1.2.3", "A", "Audio Description or Media Alternative (Prerecorded)"),
  row("1.2.4", "AA", "Captions (Live)"),
  row("1.2.5", "AA", "Audio Description (Prerecorded)"),
  row("1.3.1", "A", "Info and Relationships"),
  row("1.3.2", "A", "Meaningful Sequence"),
  row("1.3.3", "A", "Sensory Characteristics"),
  row("1.3.4", "AA", "Orientation", "2.1"),
  row("1.3.5", "AA", "Identify Input Purpose", "2.1"),
  row("1.4.1", "A", "Use of Color"),
  row("1.4.2", "A", "Audio Control"),
  row("1.4.3", "AA", "Contrast (Minimum)"),
  row("1.4.4", "AA", "Resize Text"),
  row("1.4.5", "AA", "Images of Text"),
  row("1.4.10", "AA", "Reflow", "2.1"),
  row("1.4.11", "AA", "Non-text Contrast", "2.1"),
  row("1.4.12", "AA", "Text Spacing", "2.1"),
  row("1.4.13", "AA", "Content on Hover or Focus", "2.1"),
  row("2.1.1", "A", "Keyboard"),
  row("2.1.2", "A", "No Keyboard Trap"),
  row("2.1.4", "A", "Character Key Shortcuts", "2.1"),
  row("2.2.1", "A", "Timing Adjustable"),
  row("2.2.2", "A", "Pause, Stop, Hide"),
  row("2.3.1", "A", "Three Flashes or Below Threshold"),
  row("2.4.1", "A", "Bypass Blocks"),
  row("2.4.2", "A", "Page Titled"),
  row("2.4.3", "A", "Focus Order"),
  row("2.4.4", "A", "Link Purpose (In Context)"),
  row("2.4.5", "AA", "Multiple Ways"),
  row("2.4.6", "AA", "Headings and Labels"),
  row("2.4.7", "AA", "Focus Visible"),
  row("2.4.11", "AA", "Focus Not Obscured (Minimum)", "2.2"),
  row("2.5.1", "A", "Pointer Gestures", "2.1"),
  row("2.5.2", "A", "Pointer Cancellation", "2.1"),
  row("2.5.3", "A", "Label in Name", "2.1"),
  row("2.5.4", "A", "Motion Actuation", "2.1"),
  row("2.5.7", "AA", "Dragging Movements", "2.2"),
  row("2.5.8", "AA", "Target Size (Minimum)", "2.2"),
  row("3.1.1", "A", "Language of Page"),
  row("3.1.2", "AA", "Language of Parts"),
  row("3.2.1", "A", "On Focus"),
  row("3.2.2", "A", "On Input"),
  row("3.2.3", "AA", "Consistent Navigation"),
  row("3.2.4", "AA", "Consistent Identification"),
  row("3.2.6", "A", "Consistent Help", "2.2"),
  row("3.3.1", "A", "Error Identification"),
  row("3.3.2", "A", "Labels or Instructions"),
  row("3.3.3", "AA", "Error Suggestion"),
  row("3.3.4", "AA", "Error Prevention (Legal, Financial, Data)"),
  row("3.3.7", "A", "Redundant Entry", "2.2"),
  row("3.3.8", "AA", "Accessible Authentication (Minimum)", "2.2"),
  row("4.1.2", "A", "Name, Role, Value"),
  row("4.1.3", "AA", "Status Messages", "2.1"),
];
