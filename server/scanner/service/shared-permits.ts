/** One user of shared permits. */
export interface PermitHolder {
  /** Requests a permit. `grant` is called with the id when a permit is free. */
  request(id: number): void;
  /** Releases a permit, or stops waiting for one. */
  leave(id: number): void;
  /** Releases all permits and stops waiting. */
  close(): void;
}

interface Holder {
  waiting: number[];
  inUse: Set<number>;
  grant: (id: number) => void;
}

interface PermitOptions {
  /** Whether the total never exceeds the size; by default, each holder is guaranteed an equal share, and at least one. */
  isStrict?: boolean;
  /**
   * Converts the number of permits in use to the number that may be in use now. A holder's first permit is granted
   * anyway. Call `grantFree` periodically to notice a change.
   */
  mostNow?: (inUse: number) => number;
}

/**
 * Permits shared by several holders. Each holder can use any permit that is free. Unless `isStrict` is set, each holder
 * is guaranteed an equal share of the permits, and at least one; the total may then briefly exceed `size`, but no
 * holder waits for another holder's slow pages.
 */
export class SharedPermits {
  private readonly holders = new Set<Holder>();

  constructor(
    private readonly size: number,
    private readonly options: PermitOptions = {},
  ) {}

  open(grant: (id: number) => void): PermitHolder {
    const holder: Holder = { waiting: [], inUse: new Set(), grant };
    this.holders.add(holder);
    return {
      request: (id) => {
        holder.waiting.push(id);
        this.grantFree();
      },
      leave: (id) => {
        if (!holder.inUse.delete(id)) holder.waiting = holder.waiting.filter((waiting) => waiting !== id);
        this.grantFree();
      },
      close: () => {
        this.holders.delete(holder);
        this.grantFree();
      },
    };
  }

  /** Grants free permits to the holders that are waiting for one. */
  grantFree(): void {
    for (let holder = this.findNext(); holder; holder = this.findNext()) {
      const id = holder.waiting.shift();
      if (id === undefined) return;
      holder.inUse.add(id);
      holder.grant(id);
    }
  }

  /** Returns the holder with the fewest permits among those that are waiting and can get another permit. */
  private findNext(): Holder | undefined {
    const all = [...this.holders];
    const [next] = all
      .filter(({ waiting }) => waiting.length > 0)
      .sort((one, other) => one.inUse.size - other.inUse.size);
    return next && this.mayGet(next, all) ? next : undefined;
  }

  private mayGet({ inUse }: Holder, all: readonly Holder[]): boolean {
    const { isStrict = false, mostNow = () => Number.POSITIVE_INFINITY } = this.options;
    if (!isStrict && inUse.size === 0) return true;
    const taken = all.reduce((sum, holder) => sum + holder.inUse.size, 0);
    if (taken >= mostNow(taken)) return false;
    return taken < this.size || (!isStrict && inUse.size < Math.floor(this.size / all.length));
  }
}
