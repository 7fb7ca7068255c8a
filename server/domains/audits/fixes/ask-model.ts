import type { Model } from "@/server/adapters/model";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { adviseOnRule } from "../rules";
import type { Family } from "./contract";
import type { Draft } from "./fixers";
import { findObjections } from "./guard/objections";
import { listNewTexts } from "./markup/list-new-texts";
import { buildPrompt, buildRetry } from "./prompts/build-prompt";
import { system } from "./prompts/system";
import { readAnswer } from "./read-answer";

/** Asks the model for a fix. A retry includes the previous answer and its errors. */
type Ask = (retry?: { answer: string; problems: readonly string[] }) => Promise<string>;

/**
 * HTTP statuses that have nothing to do with the content of a request, such as those for missing access, timeouts and
 * too many requests.
 */
const UNRELATED = [401, 403, 408, 429, 502, 503, 504];

/** Reports whether a service may have rejected a request because of its image. */
const mayRefuseImages = (error: unknown): boolean => {
  if (!(error instanceof AppError) || error.code !== "upstream_failed") return false;
  const { status = null } = Object(error.details);
  return typeof status === "number" && !UNRELATED.includes(status);
};

/** Returns a function that sends the screenshot with every prompt, until the model rejects images. */
export const createChat = (
  model: Model,
  { family, rule_id, html }: { family: Family; rule_id: string; html: string },
  picture: Buffer | null,
): Ask => {
  let image = picture;
  const ask: Ask = async (retry) => {
    const hasPicture = image !== null;
    const question = buildPrompt(family, { rule_id, html, advice: adviseOnRule(rule_id).fix, hasPicture });
    const prompt = retry ? buildRetry(question, retry.answer, retry.problems) : question;
    try {
      return await model.complete({ system, prompt, ...(image && { image }) });
    } catch (error) {
      if (!image || !mayRefuseImages(error)) throw error;
      log.info({ model: model.name, err: error }, "omitted the image because the model rejected it");
      image = null;
      return ask(retry);
    }
  };
  return ask;
};

/**
 * Returns a model's answer as a fix, or the errors in the answer. Any text that a model writes for people to read
 * must be confirmed by a person.
 */
export const problemsOf = (html: string, answer: string): { fix: Draft } | { problems: string[] } => {
  const read = readAnswer(answer);
  if ("problem" in read) return { problems: [read.problem] };
  const problems = findObjections(html, read.fix);
  const { correct_code, explanation } = read.fix;
  if (problems.length > 0) return { problems };
  return { fix: { correct_code, explanation, placeholders: listNewTexts(html, correct_code) } };
};

/**
 * Returns a well-formed fix without forbidden changes. Lets the model correct an invalid answer once. Throws
 * `upstream_failed` if there is no valid answer.
 */
export const askForFix = async (ask: Ask, html: string): Promise<{ fix: Draft; answer: string }> => {
  const first = await ask();
  const read = problemsOf(html, first);
  if ("fix" in read) return { ...read, answer: first };
  const second = await ask({ answer: first, problems: read.problems });
  const again = problemsOf(html, second);
  if ("fix" in again) return { ...again, answer: second };
  throw new AppError(
    "upstream_failed",
    "The model returned no usable fix in two attempts. Try again, or fix the code by hand.",
    {
      problems: again.problems.slice(0, 5),
    },
  );
};
