/**
 * How long a test waits for a state at most: far above the slowest run on a busy machine, because a wait ends as soon
 * as the state is reached. Where a time limit is promised, the assertion says so.
 */
export const patienceMs = 180_000;
