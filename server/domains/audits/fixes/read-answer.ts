import { Fix } from "./contract";

/** Returns the content of the Markdown code fence around the answer or, if there is none, the answer itself. */
const withoutFence = (answer: string): string => {
  const text = answer.trim();
  const end = text.lastIndexOf("\n");
  if (!/^```(?:json)?[^\S\n]*\n/i.test(text) || text.slice(end + 1).trim() !== "```") return answer;
  return text.slice(text.indexOf("\n"), end);
};

/**
 * Parses a model's answer into a fix, or returns what is wrong with the answer. Accepts JSON in a code fence, but no
 * text around it.
 */
export const readAnswer = (answer: string): { fix: Fix } | { problem: string } => {
  const text = withoutFence(answer);
  try {
    const parsed = Fix.safeParse(JSON.parse(text));
    if (!parsed.success)
      return {
        problem: `The object has the wrong shape: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`,
      };
    if (parsed.data.correct_code.trim() === "" || parsed.data.explanation.trim() === "")
      return { problem: "correct_code and explanation must not be empty." };
    return { fix: parsed.data };
  } catch {
    return { problem: "The answer must be one JSON object and nothing else." };
  }
};
