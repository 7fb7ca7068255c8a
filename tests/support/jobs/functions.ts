import { group, NonRetriableError, RetryAfterError } from "inngest";
import type { Workshop } from "./workshop";

interface Gate {
  promise: Promise<void>;
  resolve: () => void;
}

/** Records each function's actions in order, under the `key` of the event that triggered the function. */
export class Journal {
  private readonly entries: { key: string; what: string; at: number }[] = [];

  private readonly gates = new Map<string, Gate>();

  /** Stays pending until `open` is called for the key. */
  gate(key: string): Promise<void> {
    return this.gateOf(key).promise;
  }

  open(key: string): void {
    this.gateOf(key).resolve();
  }

  write(key: unknown, what: string): void {
    this.entries.push({ key: String(key), what, at: performance.now() });
  }

  private gateOf(key: string): Gate {
    const known = this.gates.get(key);
    if (known) return known;
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.gates.set(key, { promise, resolve });
    return { promise, resolve };
  }

  of(key: string): string[] {
    return this.entries.filter((entry) => entry.key === key).map(({ what }) => what);
  }

  count(key: string, what: string): number {
    return this.of(key).filter((entry) => entry === what).length;
  }

  /** Returns the time from the first `from` entry to the first `to` entry, in milliseconds. */
  between(key: string, from: string, to: string): number {
    const at = (what: string) =>
      this.entries.find((entry) => entry.key === key && entry.what === what)?.at ?? Number.NaN;
    return at(to) - at(from);
  }

  /** Returns the largest number of `+` entries that were open at once; each `-` entry closes one. */
  peak(key: string): number {
    let open = 0;
    let most = 0;
    for (const what of this.of(key)) {
      open += what === "+" ? 1 : what === "-" ? -1 : 0;
      most = Math.max(most, open);
    }
    return most;
  }
}

const stepFunctions = ({ client }: Workshop, journal: Journal) => [
  client.createFunction({ id: "chain", triggers: { event: "chain/go" } }, async ({ event, step }) => {
    const { key } = event.data;
    const first = await step.run("first", () => {
      journal.write(key, "first");
      return { value: "\0 \ud800 \u{1f600}", nothing: null };
    });
    await step.run("second", () => journal.write(key, "second"));
    return step.run("third", () => {
      journal.write(key, "third");
      return [first, event.data];
    });
  }),
  client.createFunction({ id: "hold", triggers: { event: "hold/go" } }, async ({ event, step }) => {
    const { key, names } = event.data as { key: string; names: string[] };
    const hold = (name: string) =>
      step.run(name, async () => {
        journal.write(key, "+");
        await journal.gate(key);
        journal.write(key, "-");
      });
    await Promise.all(names.map(hold));
    return step.run("after", () => journal.write(key, "after"));
  }),
  client.createFunction({ id: "race", triggers: { event: "race/go" } }, async ({ event, step }) => {
    const { key } = event.data;
    const winner = await group.parallel({ mode: "race" }, () =>
      Promise.race([step.sleep("slow", "3s").then(() => "slow"), step.run("quick", () => "quick")]),
    );
    await step.run("after", () => journal.write(key, winner));
    return winner;
  }),
  client.createFunction({ id: "sleep", triggers: { event: "sleep/go" } }, async ({ event, step }) => {
    const { key, until } = event.data;
    await step.run("before", () => journal.write(key, "before"));
    if (until) await step.sleepUntil("until", new Date(until));
    else await step.sleep("nap", "1s");
    await step.run("after", () => journal.write(key, "after"));
  }),
];

const failingFunctions = ({ client }: Workshop, journal: Journal) => [
  client.createFunction(
    {
      id: "fail",
      triggers: { event: "fail/go" },
      retries: 2,
      onFailure: async ({ event, error, step }) => {
        const { key } = event.data.event.data;
        await step.run("tell", () => journal.write(key, `told: ${error.message}`));
      },
    },
    async ({ event, step, attempt }) => {
      const { key, how, times = 1 } = event.data;
      await step.run("good", () => journal.write(key, "good"));
      if (how === "function") {
        journal.write(key, `function ${attempt}`);
        throw new Error("function fails");
      }
      return step.run("bad", () => {
        journal.write(key, "bad");
        if (how === "fatal") throw new NonRetriableError("fatal");
        if (journal.count(key, "bad") > times) {
          journal.write(key, "recovered");
          return "recovered";
        }
        if (how === "later") throw new RetryAfterError("later", 1000);
        throw new Error("flaky");
      });
    },
  ),
  client.createFunction({ id: "catch", triggers: { event: "catch/go" }, retries: 0 }, async ({ step }) => {
    const caught = await step
      .run("bad", () => {
        throw new TypeError("broken");
      })
      .catch((error: Error) => error.message);
    return step.run("go on", () => `caught: ${caught}`);
  }),
  client.createFunction({ id: "signal", triggers: { event: "signal/go" } }, async ({ step }) =>
    step.waitForSignal("wait", { signal: "never", timeout: "1h", onConflict: "fail" }),
  ),
];

const eventFunctions = ({ client }: Workshop, journal: Journal) => [
  client.createFunction(
    { id: "once", triggers: { event: "once/go" }, idempotency: "event.data.key" },
    async ({ event, step }) => step.run("count", () => journal.write(event.data.key, "ran")),
  ),
  client.createFunction(
    { id: "count", triggers: { event: "count/go", if: "event.data.n > 0" } },
    async ({ event, step }) => step.run("count", () => journal.write(event.data.key, "ran")),
  ),
  client.createFunction(
    { id: "cancel", triggers: { event: "cancel/go" }, cancelOn: [{ event: "cancel/stop", match: "data.key" }] },
    async ({ event, step }) => {
      await step.run("before", () => journal.write(event.data.key, "before"));
      await step.sleep("long", "1h");
    },
  ),
  client.createFunction({ id: "wait", triggers: { event: "wait/go" } }, async ({ event, step }) => {
    const { key, how, timeout = "1h" } = event.data;
    await step.run("before", () => journal.write(key, "before"));
    const rule = how === "if" ? { if: "async.data.key == event.data.key && async.data.n >= 2" } : { match: "data.key" };
    const found = await step.waitForEvent("answer", { event: "wait/answer", timeout, ...rule });
    return found ? found.data.n : null;
  }),
  client.createFunction({ id: "tick", triggers: [{ cron: "TZ=Europe/Paris * * * * * *" }] }, async ({ event, step }) =>
    step.run("beat", () => journal.write("tick", `${event.name} ${JSON.stringify(event.data)}`)),
  ),
];

const callingFunctions = ({ client }: Workshop, journal: Journal) => {
  const double = client.createFunction(
    { id: "double", triggers: { event: "double/go" }, retries: 0 },
    async ({ event }) => {
      if (typeof event.data.n !== "number") throw new Error("no number");
      return event.data.n * 2;
    },
  );
  const call = client.createFunction({ id: "call", triggers: { event: "call/go" } }, async ({ event, step }) =>
    step.invoke("double it", { function: double, data: { n: event.data.n } }).catch((error: Error) => error.message),
  );
  const tell = client.createFunction({ id: "tell", triggers: { event: "tell/go" } }, async ({ event, step }) => {
    const { key } = event.data;
    const { ids } = await step.sendEvent("tell", [
      { name: "count/go", data: { key, n: 1 } },
      { name: "count/go", data: { key, n: 2 } },
    ]);
    return ids.length;
  });
  const busy = client.createFunction(
    {
      id: "busy",
      triggers: { event: "busy/go" },
      concurrency: [{ limit: 2, key: "event.data.key" }],
      priority: { run: "event.data.urgent ? 600 : 0" },
    },
    async ({ event, step }) =>
      step.run("work", async () => {
        const { key, name = "plain" } = event.data as { key: string; name?: string };
        journal.write(key, "+");
        journal.write(key, name);
        await journal.gate(key);
        journal.write(key, "-");
      }),
  );
  return [double, call, tell, busy];
};

/** Creates a function for each guarantee of the jobs port. */
export const createFunctions = (workshop: Workshop, journal: Journal) => [
  ...stepFunctions(workshop, journal),
  ...failingFunctions(workshop, journal),
  ...eventFunctions(workshop, journal),
  ...callingFunctions(workshop, journal),
];
