import { AppError } from "@/server/core/errors";
import { makeHostileText } from "./hostile-text";
import { changeText, changeValue } from "./nearly-valid";
import type { Random } from "./random";

/** A parser for external text, with a function that creates inputs for it. */
export interface ForeignParser {
  name: string;
  /** Resolves when everything that the first input needs is ready. */
  ready?(): Promise<void>;
  /**
   * `read` returns, or resolves to, whether the parser accepted the input. A parser that never rejects its input can
   * return anything else.
   */
  prepare(random: Random): { input: unknown; read(): unknown };
}

/** Returns true when `work` accepts its input, and false when it throws an AppError; rethrows any other error. */
export const refusing = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
};

/** Same as `refusing`, for asynchronous work. */
export const refusingLater = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
};

export const ofText = (
  name: string,
  tokens: readonly string[],
  longest: number,
  read: (text: string, random: Random) => unknown,
): ForeignParser => ({
  name,
  prepare: (random) => {
    const input = makeHostileText(random, tokens, longest);
    return { input, read: () => read(input, random) };
  },
});

/** A parser for text. Its inputs are valid texts, most of them with changes. */
export const ofTextLike = (
  name: string,
  valid: readonly [string, ...string[]] | (() => string),
  tokens: readonly string[],
  read: (text: string) => unknown,
): ForeignParser => ({
  name,
  prepare: (random) => {
    const input = changeText(random, typeof valid === "function" ? valid() : random.pick(valid), tokens);
    return { input, read: () => read(input) };
  },
});

/** A parser for values. Its inputs are valid values, most of them with changes. */
export const ofValueLike = (
  name: string,
  valid: readonly [object, ...object[]],
  tokens: readonly string[],
  read: (value: unknown) => unknown,
): ForeignParser => ({
  name,
  prepare: (random) => {
    const input = changeValue(random, random.pick(valid), { tokens, longest: 2_000 });
    return { input, read: () => read(input) };
  },
});

export const words = (text: string): string[] => text.split(" ");
