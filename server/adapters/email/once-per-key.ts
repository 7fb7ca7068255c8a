const rememberedKeys = 10_000;

/**
 * Makes `work` run once per key in this process: later calls with the same key get the result of the first call, even
 * if it is still in progress. A failed call can be retried. The oldest keys are evicted.
 */
export const oncePerKey = <Message extends { idempotencyKey: string }, Result>(
  work: (message: Message) => Promise<Result>,
): ((message: Message) => Promise<Result>) => {
  const results = new Map<string, Promise<Result>>();
  return (message) => {
    const key = message.idempotencyKey;
    const earlier = results.get(key);
    if (earlier) return earlier;
    const result = work(message);
    results.set(key, result);
    result.catch(() => results.delete(key));
    const [oldest] = results.keys();
    if (results.size > rememberedKeys && oldest !== undefined) results.delete(oldest);
    return result;
  };
};
