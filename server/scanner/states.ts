/** What the scanner does to reach a state of a page. */
export const stateActions = [
  "open",
  "select",
  "show_next",
  "focus",
  "point_at",
  "submit",
  "scroll",
  "accept",
  "refuse",
] as const;
export type StateAction = (typeof stateActions)[number];

/**
 * One step towards a state: an action, and the name of the element it is performed on. The name is empty if the action
 * applies to the whole page.
 */
export interface ReachStep {
  action: StateAction;
  name: string;
}

/** Maximum number of steps to a state, and of characters in a name. */
export const MAX_STEPS = 5;
export const MAX_STEP_NAME = 80;

/** Maximum number of states that are scanned on a page, and of requests that are listed as blocked. */
export const MAX_STATES = 40;
export const MAX_BLOCKED = 20;
