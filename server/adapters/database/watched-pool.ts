import { Socket } from "node:net";
import pg from "pg";
import { log } from "@/server/core/log";
import { readProperty } from "@/server/core/property";

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient["release"],
) => void;

/**
 * Interval between rounds, and the number of rounds without a response after which the server counts as frozen: 3 s in
 * total.
 */
const roundMs = 500;
const roundsUntilFrozen = 6;

/** Returns a client's socket, which pg's types don't include. */
const socketOf = (client: pg.Client | pg.PoolClient): Socket => {
  const stream = readProperty(readProperty(client, "connection"), "stream");
  if (!(stream instanceof Socket))
    throw new Error("This version of pg doesn't expose its socket as connection.stream.");
  return stream;
};

/** Destroys a connection's socket. Nothing else closes a connection to an unresponsive server. */
const cut = (client: pg.Client | pg.PoolClient): void => void socketOf(client).destroy();

/** Returns an error with a message that `server/core/database-problem` interprets as "try again later". */
const frozen = (): Error =>
  Object.assign(new Error("Connection terminated: the database stopped responding"), { code: "ETIMEDOUT" });

/**
 * A pool that detects when the server stops responding without closing its connections, for example because it was
 * suspended or the network path was lost. A statement timeout can't detect this, because an export can legitimately
 * take minutes. A separate connection probes the server; after 3 seconds without a response, all running statements and
 * all requests for a connection fail. New statements and requests also fail until the server responds again. The pool
 * counts rounds, not milliseconds, so that it doesn't mistake a pause of this process for a pause of the server.
 */
export class WatchedPool extends pg.Pool {
  private readonly open = new Set<pg.PoolClient>();
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly timer: NodeJS.Timeout;
  private probe: pg.Client | null = null;
  private isProbing = false;
  private unanswered = 0;

  constructor(private readonly config: pg.PoolConfig) {
    super(config);
    this.on("connect", (client) => {
      // Without a listener, destroying the socket of a connection in use would raise an uncaught error. The code that
      // uses the connection gets the error anyway.
      client.on("error", () => undefined);
      this.open.add(client);
    });
    this.on("remove", (client) => this.open.delete(client));
    this.on("error", (error) => {
      if (!this.isFrozen) log.warn({ err: error }, "lost an idle database connection");
    });
    this.timer = setInterval(() => this.watch(), roundMs);
    this.timer.unref();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.acquire((error, client) => (client ? resolve(client) : reject(error)));
      });
    this.acquire(callback);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearInterval(this.timer);
    this.closeProbe();
    if (!callback) return super.end();
    super.end(callback);
  }

  private get isFrozen(): boolean {
    return this.unanswered >= roundsUntilFrozen;
  }

  private acquire(callback: Callback): void {
    const fail = (error: Error): void => {
      this.waiting.delete(fail);
      callback(error, undefined, () => undefined);
    };
    if (this.isFrozen) return void process.nextTick(fail, frozen());
    this.waiting.add(fail);
    super.connect((error, client, release) => {
      if (this.waiting.delete(fail)) callback(error, client, release);
      else release(true);
    });
  }

  private watch(): void {
    if (this.isProbing) {
      this.unanswered += 1;
      if (this.unanswered === roundsUntilFrozen) this.onFrozen();
      if (this.unanswered % roundsUntilFrozen === 0) this.closeProbe();
      return;
    }
    void this.sendProbe();
  }

  private async sendProbe(): Promise<void> {
    this.isProbing = true;
    try {
      await (await this.openProbe()).query("SELECT 1");
      if (this.isFrozen) log.info("database responding again");
      this.unanswered = 0;
    } catch {
      // Doesn't log the error, because code that uses the database gets the same error and reports it.
      this.closeProbe();
    } finally {
      this.isProbing = false;
    }
  }

  private async openProbe(): Promise<pg.Client> {
    if (this.probe) return this.probe;
    const probe = new pg.Client(this.config);
    this.probe = probe;
    probe.on("error", () => this.closeProbe());
    await probe.connect();
    socketOf(probe).unref();
    return probe;
  }

  private closeProbe(): void {
    const { probe } = this;
    this.probe = null;
    if (probe) cut(probe);
  }

  private onFrozen(): void {
    log.error({ silent_for_ms: roundMs * roundsUntilFrozen }, "database not responding");
    for (const fail of [...this.waiting]) fail(frozen());
    for (const client of this.open) cut(client);
  }
}
