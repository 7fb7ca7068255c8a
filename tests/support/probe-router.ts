import { z } from "zod";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { Id, pageFields, pageOf, Time, toPage } from "@/server/core/schema";
import { mutation, query, redirect, router, stream } from "@/server/endpoint/endpoint";

const Text = z.strictObject({ text: z.string().max(1_000) });
const Echo = z.object({ text: z.string() });
const Name = z.strictObject({ name: z.string().min(1).max(100) });
const Made = z.object({ id: Id, name: z.string(), made_at: Time });

const rows = ["a", "b", "c", "d", "e"].map((letter) => ({ id: `0000000${letter}-0000-7000-8000-000000000000` }));

const errors = z.strictObject({ what: z.enum(["app", "unknown", "output", "leak"]) });

const fail = ({ what }: z.infer<typeof errors>): Promise<{ text: string }> => {
  if (what === "app") throw new AppError("conflict", "It clashes.", { with: "something" });
  if (what === "leak") throw new Error("SELECT password FROM users /srv/app/secret.ts");
  if (what === "unknown") throw "a thrown text";
  return Promise.resolve({ text: 7 } as unknown as { text: string });
};

/** The number of chunks that the file below has produced, and the number of times it was closed. */
export const made = { chunks: 0, closed: 0 };

async function* makeChunks(count: number, failAt: number | undefined) {
  try {
    for (let index = 0; index < count; index += 1) {
      if (index === failAt) throw new Error("The file is incomplete.");
      made.chunks += 1;
      yield `line ${index}\n`;
    }
  } finally {
    made.closed += 1;
  }
}

/** Endpoints for testing the endpoint code. They have only the behaviour that these tests need. */
export const probeRouter = router({
  read: query({
    rest: "GET /api/probe/",
    summary: "Echo the text",
    access: "public",
    limit: "poll",
    input: Text,
    output: Echo,
    run: async (_ctx, { text }) => ({ text }),
  }),
  write: mutation({
    rest: "POST /api/probe/",
    summary: "Echo the text",
    access: "public",
    limit: "service",
    audit: null,
    status: 201,
    maxBytes: 2_000,
    input: Text,
    output: Echo,
    run: async (_ctx, { text }) => ({ text }),
  }),
  byId: mutation({
    rest: "PATCH /api/probe/{id}/",
    summary: "Echo the id",
    access: "public",
    limit: "service",
    audit: null,
    input: z.strictObject({ id: z.string(), text: z.string().optional() }),
    output: Echo,
    run: async (_ctx, { id }) => ({ text: id }),
  }),
  file: stream({
    rest: "GET /api/probe/file/",
    summary: "Send a file of lines",
    access: "public",
    limit: "poll",
    mediaTypes: ["text/plain; charset=utf-8"],
    input: z.strictObject({ count: z.coerce.number<number>().int(), fail_at: z.coerce.number<number>().optional() }),
    run: async (_ctx, { count, fail_at }) => {
      if (count < 0) throw new AppError("conflict", "There is no such file.");
      const chunks = () => makeChunks(count, fail_at);
      return { content_type: "text/plain; charset=utf-8", file_name: 'líne "1".txt', chunks };
    },
  }),
  summed: query({
    rest: "GET /api/probe/summed/",
    summary: "List rows with their total number",
    access: "public",
    limit: "poll",
    input: z.strictObject({}),
    output: pageOf(z.object({ id: Id }), { total: z.number() }),
    run: async () => ({ total: rows.length, ...toPage(rows, 2) }),
  }),
  list: query({
    rest: "GET /api/probe/list/",
    summary: "List five rows",
    access: "public",
    limit: "poll",
    input: z.strictObject(pageFields),
    output: pageOf(z.object({ id: Id })),
    run: async (_ctx, { limit, cursor }) =>
      toPage(rows.filter(({ id }) => cursor === undefined || id > cursor).slice(0, limit + 1), limit),
  }),
  polled: query({
    rest: "GET /api/probe/polled/",
    summary: "Echo the text, with an ETag",
    access: "public",
    limit: "poll",
    etag: true,
    input: Text,
    output: Echo,
    run: async (_ctx, { text }) => ({ text }),
  }),
  away: redirect({
    rest: "GET /api/probe/away/",
    summary: "Redirect to another website",
    access: "public",
    limit: "poll",
    status: 301,
    input: z.strictObject({}),
    run: async () => ({ location: "https://example.org/there?a=1&b=2" }),
  }),
  fail: query({
    rest: "GET /api/probe/fail/",
    summary: "Fail",
    access: "public",
    limit: "poll",
    input: errors,
    output: Echo,
    run: async (_ctx, input) => fail(input),
  }),
  scarce: mutation({
    rest: "POST /api/probe/scarce/",
    summary: "Ten a minute",
    access: "public",
    limit: "auth",
    audit: null,
    input: Text,
    output: Echo,
    run: async (_ctx, { text }) => ({ text }),
  }),
  key: mutation({
    rest: "POST /api/probe/key/",
    summary: "Echo the text to a caller with the service key",
    access: "service-key",
    limit: "service",
    audit: null,
    input: Text,
    output: Echo,
    run: async (_ctx, { text }) => ({ text }),
  }),
  make: mutation({
    rest: "POST /api/probe/made/",
    summary: "Create an organisation",
    access: "websites.write",
    limit: "service",
    audit: "monitor.add",
    status: 201,
    idempotent: true,
    input: Name,
    output: Made,
    run: async (ctx, { name }) => {
      const { id, created_at } = await ctx.db.organisation.create({ data: { id: newId(), name } });
      if (name.startsWith("fail")) throw new AppError("conflict", "It failed after it had written.");
      return { id, name, made_at: created_at };
    },
  }),
});
