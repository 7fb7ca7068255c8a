/**
 * The longest that a test waits for a state. It is far above the slowest run on a busy machine, because a wait ends as
 * soon as the state is reached. Tests of a promised time limit assert it separately.
 */
export const patienceMs = 180_000;
