import { LLMock } from "@copilotkit/aimock";

interface ModelRequest {
  system: string;
  prompt: string;
  /** The image sent with the prompt, as a data: URL. */
  image?: string;
}

type Answer = (request: ModelRequest) => string | Promise<string>;

const text = (content: unknown): string => {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
};

const imageIn = (content: unknown): { image?: string } => {
  const parts: { image_url?: { url: string } }[] = Array.isArray(content) ? content : [];
  const url = parts.find(({ image_url }) => image_url)?.image_url?.url;
  return url === undefined ? {} : { image: url };
};

/** Starts a service that implements OpenAI's chat completions API and gives the responses that the test sets. */
export const startOpenAi = async () => {
  const service = new LLMock({ port: 0 });
  const received: ModelRequest[] = [];
  let answer: Answer = () => "";
  service.on({ predicate: () => true }, async ({ messages }) => {
    const contentOf = (role: string) => messages.find((message) => message.role === role)?.content;
    const of = (role: string) => text(contentOf(role));
    const call = { system: of("system") || of("developer"), prompt: of("user"), ...imageIn(contentOf("user")) };
    received.push(call);
    return { content: await answer(call) };
  });
  await service.start();
  return {
    url: `${service.url}/v1`,
    /** The requests received, oldest first. */
    received,
    /** Sets how the service responds from now on. */
    answerBy: (next: Answer): void => {
      received.length = 0;
      answer = next;
    },
    refuseNext: (status: number): void => {
      service.nextRequestError(status, { message: "no", type: "server_error" });
    },
    requests: () => service.getRequests(),
    stop: () => service.stop(),
  };
};
