/**
 * Returns the CPU time that this process spent on `work`, in milliseconds. Other load on the machine doesn't affect it.
 */
export const measureCpu = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/**
 * Returns the minimum of several measurements, because any of them may include compilation, garbage collection caused
 * by other work, or time taken by the host of a virtual machine. Stops as soon as a measurement is at most `enough`.
 */
export const leastCpu = (work: () => unknown, enough: number, attempts = 25): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > enough; attempt += 1) least = Math.min(least, measureCpu(work));
  return least;
};

/** Same as `measureCpu`, for asynchronous work. */
export const measureCpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
