import { truncate } from "@/server/core/truncate";
import { Journey, type JourneyElement, type JourneyStep, type StepOf } from "../../journey-contract";
import type { JourneyProblem } from "../parse-journey";

/** A part of a recording that was left out or replaced. */
export interface LeftOut {
  /** Line number in the text, starting at 1; null if the format has no meaningful line numbers. */
  line: number | null;
  what: string;
  why: string;
}

export type ImportedJourney = { journey: Journey; left_out: LeftOut[] } | { problems: JourneyProblem[] };

const LONGEST_WHAT = 120;
/**
 * Maximum number of characters of a part to read. Because the parts of a script can be nested, a single part may
 * contain most of the script.
 */
const LONGEST_READ = 500;
const MOST_LEFT_OUT = 100;
const LONGEST_NAME = 80;
const LAST_PAGE = "last page";

const passwordWords = /passw|kennwort|mot de passe|contrase|senha|wachtwoord|l[öo]senord|has[łl]o/i;

/** Thrown for a part of a recording that can't be imported. The message says why. */
export class NotImported extends Error {
  override readonly name = "NotImported";
}

/** Collects the steps of a recording. */
export class JourneyBuilder {
  private readonly steps: JourneyStep[] = [];
  private readonly leftOut: LeftOut[] = [];

  add(step: JourneyStep): void {
    this.steps.push(step);
  }

  /**
   * Adds a step that enters text. If the field is for a password, which journeys mustn't contain, the step enters the
   * password of the website's sign-in instead.
   */
  addFill(element: JourneyElement, text: string, place: Pick<LeftOut, "line">): void {
    const named = [element.label, element.name, element.css, element.test_id].some((each) =>
      passwordWords.test(each ?? ""),
    );
    const step: StepOf<"fill"> = { action: "fill", element, ...(named ? { secret: "password" } : { text }) };
    this.add(step);
    if (named)
      this.leaveOut({ ...place, what: "A password", why: "The password of the website's sign-in is entered instead." });
  }

  /** Runs `work`, which adds a part of the recording. If the part can't be imported, lists it as left out. */
  attempt(place: Omit<LeftOut, "why">, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.leaveOut({ ...place, why: error.message });
    }
  }

  private leaveOut({ line, what, why }: LeftOut): void {
    if (this.leftOut.length >= MOST_LEFT_OUT) return;
    const short = what.slice(0, LONGEST_READ).replace(/\s+/g, " ").trim();
    const isCut = short.length > LONGEST_WHAT || what.length > LONGEST_READ;
    this.leftOut.push({ line, what: isCut ? `${truncate(short, LONGEST_WHAT - 1)}…` : short, why });
  }

  /** Returns the journey, which scans the last page if the recording doesn't say what to scan. */
  finish(name: string): ImportedJourney {
    if (this.steps.length === 0)
      return { problems: [{ line: null, message: "The recording has no steps that can be imported." }] };
    const parsed = Journey.safeParse({ name, steps: [...this.steps, { action: "scan", name: LAST_PAGE }] });
    if (parsed.success) return { journey: parsed.data, left_out: this.leftOut };
    return {
      problems: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
        line: null,
        message: `${path.map((part) => (typeof part === "number" ? part + 1 : String(part))).join(" ")}: ${message}`,
      })),
    };
  }
}

/** Returns the beginning of the text on one line, as required for the names of journeys. */
export const toName = (text: string): string =>
  truncate(text.replace(/[\p{Cc}\s]+/gu, " ").trim(), LONGEST_NAME) || "Recording";
