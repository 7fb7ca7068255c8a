/**
 * The longest time that a test waits for a state. It can be far longer than the slowest run on a busy machine, because
 * waiting ends as soon as the state is reached. Tests of a promised time limit check that limit separately.
 */
export const patienceMs = 180_000;
