import { type AnyNode, type CallExpression, type Expression, parse, type SpreadElement } from "acorn";
import { type JourneyElement, type JourneyFrame, JourneyRole, type JourneyStep } from "../../journey-contract";
import { type ImportedJourney, JourneyBuilder, NotImported, toName } from "./imported-journey";

type Argument = Expression | SpreadElement;

/** One part of a chain such as `page.getByRole("button").click()`. */
interface Call {
  name: string;
  args: readonly Argument[];
}

const MAX_NODES = 50_000;
/** Names of objects that a script only sets up and closes. Calls to their methods are ignored. */
const surroundings = new Set(["browser", "context", "chromium", "firefox", "webkit"]);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Lists all awaited expressions in the order in which they appear in the script, and reads the title of the test. */
const listAwaited = (program: AnyNode): { awaited: Expression[]; title: string | null } => {
  const awaited: Expression[] = [];
  let title: string | null = null;
  const left: AnyNode[] = [program];
  for (let count = 0; left.length > 0 && count < MAX_NODES; count += 1) {
    const node = left.pop();
    if (!node) break;
    if (node.type === "AwaitExpression") awaited.push(node.argument);
    if (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "test")
      title ??= readText(node.arguments[0]);
    const children = Object.values(node).flat().filter(isNode);
    left.push(...children.reverse());
  }
  return { awaited: awaited.sort((a, b) => a.start - b.start), title };
};

const readText = (node: Argument | undefined): string | null => {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
};

const needText = (node: Argument | undefined): string => {
  const text = readText(node);
  if (text === null) throw new NotImported("Only fixed text can be imported.");
  return text;
};

const readOption = (node: Argument | undefined, name: string): string | null => {
  if (node?.type !== "ObjectExpression") return null;
  for (const property of node.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier" || property.key.name !== name) continue;
    return needText(property.value as Expression);
  }
  return null;
};

/** Splits a chain of calls into its first object and the calls. Properties such as `keyboard` count as calls. */
const readChain = (node: Expression): { root: Expression; calls: Call[] } => {
  const calls: Call[] = [];
  let current: Expression = node;
  for (;;) {
    const args: readonly Argument[] = current.type === "CallExpression" ? current.arguments : [];
    const member: Expression | CallExpression["callee"] = current.type === "CallExpression" ? current.callee : current;
    if (member.type !== "MemberExpression" || member.property.type !== "Identifier" || member.object.type === "Super")
      return { root: current, calls: calls.reverse() };
    calls.push({ name: member.property.name, args });
    current = member.object;
  }
};

const readNumber = (node: Argument | undefined): number => {
  if (node?.type === "Literal" && typeof node.value === "number" && node.value >= 0) return node.value;
  throw new NotImported("Only fixed numbers can be imported.");
};

const finders: Readonly<Record<string, (args: readonly Argument[]) => JourneyElement>> = {
  getByRole: ([role, options]) => {
    const known = JourneyRole.safeParse(needText(role));
    if (!known.success) throw new NotImported("Journeys don't support this role.");
    const name = readOption(options, "name");
    return { role: known.data, ...(name === null ? {} : { name }) };
  },
  getByLabel: ([text]) => ({ label: needText(text) }),
  getByText: ([text]) => ({ text: needText(text) }),
  getByTestId: ([id]) => ({ test_id: needText(id) }),
  getByPlaceholder: ([text]) => ({ name: needText(text) }),
  getByAltText: ([text]) => ({ name: needText(text) }),
  getByTitle: ([text]) => ({ name: needText(text) }),
  locator: ([selector]) => {
    const css = needText(selector);
    if (/^(?:\/\/|\.\.|xpath=|text=|internal:)|>>/.test(css))
      throw new NotImported("Only CSS selectors can be imported.");
    return { css: css.replace(/^css=/, "") };
  },
};

const isFrameCall = ({ name }: Call): boolean => name === "frameLocator" || name === "contentFrame";

/** Reads a frame that a script finds with `frameLocator` or `contentFrame`. */
const readFrame = (calls: readonly Call[]): JourneyFrame => {
  const { css, name, nth } = readFound(calls.map((call) => (isFrameCall(call) ? { ...call, name: "locator" } : call)));
  if (css !== undefined) return { css: nth === undefined ? css : `:nth-match(${css}, ${nth})` };
  if (name === undefined || nth !== undefined || calls[0]?.name !== "getByTitle")
    throw new NotImported("Only frames that are found by CSS selector or title can be imported.");
  return { name };
};

/** Splits the calls that find an element into those that find its frame and those that find the element itself. */
const splitAtFrame = (calls: readonly Call[]): [frame: readonly Call[], element: readonly Call[]] => {
  const at = calls.findLastIndex(isFrameCall);
  if (at < 0) return [[], calls];
  if (calls.filter(isFrameCall).length > 1) throw new NotImported("Frames within frames can't be used.");
  if (calls[at]?.name === "contentFrame") return [calls.slice(0, at), calls.slice(at + 1)];
  const next = calls.findIndex(({ name }, index) => index > at && name !== "first" && name !== "nth");
  const end = next < 0 ? calls.length : next;
  return [calls.slice(0, end), calls.slice(end)];
};

const readElement = (calls: readonly Call[]): JourneyElement => {
  const [frame, element] = splitAtFrame(calls);
  return { ...readFound(element), ...(frame.length > 0 ? { frame: readFrame(frame) } : {}) };
};

const readFound = (calls: readonly Call[]): JourneyElement => {
  const [find, ...others] = calls;
  const finder = find && Object.hasOwn(finders, find.name) ? finders[find.name] : undefined;
  if (!find || !finder) throw new NotImported("Journeys don't support this action.");
  const element = finder(find.args);
  for (const { name, args } of others) {
    if (name === "first") element.nth = 1;
    else if (name === "nth") element.nth = readNumber(args[0]) + 1;
    else throw new NotImported("Elements within other elements can't be imported.");
  }
  return element;
};

type Act = (builder: JourneyBuilder, element: JourneyElement, args: readonly Argument[], line: number) => void;

const click: Act = (builder, element, args) => {
  if (args.length > 0) throw new NotImported("Clicks with options can't be imported.");
  builder.add({ action: "click", element });
};

const acts: Readonly<Record<string, Act>> = {
  click,
  check: click,
  uncheck: click,
  fill: (builder, element, [text], line) => builder.addFill(element, needText(text), { line }),
  press: (builder, element, [key]) => builder.add({ action: "press", element, key: needText(key) }),
  selectOption: (builder, element, [option], line) => builder.addFill(element, needText(option), { line }),
};

/** Playwright's globs match the whole URL; patterns in journeys match its beginning. */
const toPattern = (glob: string): string => glob.replace(/^\*\*(?=\/)/, "").replace(/\*+/g, "*");

const addPageCall = (builder: JourneyBuilder, calls: readonly Call[], line: number): void => {
  const last = calls.at(-1);
  if (!last) throw new NotImported("Journeys don't support this action.");
  const [first] = calls;
  const isAlone = calls.length === 1;
  if (isAlone && last.name === "goto") builder.add({ action: "go_to", url: needText(last.args[0]) });
  else if (isAlone && last.name === "waitForURL")
    builder.add({ action: "wait_for_url", url: toPattern(needText(last.args[0])) });
  else if (isAlone && /^(?:close|waitForLoadState|waitForTimeout|setViewportSize)$/.test(last.name)) return;
  else if (calls.length === 2 && first?.name === "keyboard" && last.name === "press")
    builder.add({ action: "press", key: needText(last.args[0]) });
  else {
    const act = Object.hasOwn(acts, last.name) ? acts[last.name] : undefined;
    if (!act) throw new NotImported("Journeys don't support this action.");
    act(builder, readElement(calls.slice(0, -1)), last.args, line);
  }
};

/** Returns a step that waits for what a script expects of the page. */
const readExpectation = (subject: Expression, [check, ...others]: readonly Call[]): JourneyStep => {
  const { calls: found } = readChain(subject);
  const [first] = found;
  const name = others.length === 0 ? check?.name : undefined;
  if (found.some(isFrameCall)) throw new NotImported("Journeys can wait only for text on the page itself.");
  if (name === "toHaveURL" && found.length === 0) return { action: "wait_for_url", url: needText(check?.args[0]) };
  if (name === "toContainText" || name === "toHaveText")
    return { action: "wait_for_text", text: needText(check?.args[0]) };
  if (name === "toBeVisible" && found.length === 1 && first?.name === "getByText")
    return { action: "wait_for_text", text: needText(first.args[0]) };
  throw new NotImported("Only expectations about text and URLs can be imported.");
};

const isNamed = (node: Expression, names: (name: string) => boolean): boolean =>
  node.type === "Identifier" && names(node.name);

/** Returns what a script passes to `expect`. */
const readSubject = (root: Expression): Expression | null => {
  if (root.type !== "CallExpression" || root.callee.type !== "Identifier" || root.callee.name !== "expect") return null;
  const [subject] = root.arguments;
  return subject && subject.type !== "SpreadElement" ? subject : null;
};

const addAwaited = (builder: JourneyBuilder, node: Expression, line: number): void => {
  const { root, calls } = readChain(node);
  if (isNamed(root, (name) => surroundings.has(name))) return;
  const subject = readSubject(root);
  if (subject) builder.add(readExpectation(subject, calls));
  else if (isNamed(root, (name) => name === "page")) addPageCall(builder, calls, line);
  else throw new NotImported("Only calls to page and expect can be imported.");
};

/** Reports whether the text looks like a script that controls a page. */
export const isScript = (text: string): boolean => /\bpage\s*\.\s*(?:goto|getBy|locator)/.test(text);

/**
 * Converts a Playwright script to a journey, as far as it consists of calls that Playwright's code generator writes.
 * The script is parsed, but never run.
 */
export const readScript = (text: string): ImportedJourney => {
  const builder = new JourneyBuilder();
  try {
    const program = parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true, allowHashBang: true });
    const { awaited, title } = listAwaited(program);
    for (const node of awaited) {
      const line = node.loc?.start.line ?? 1;
      builder.attempt({ line, what: text.slice(node.start, node.end) }, () => addAwaited(builder, node, line));
    }
    return builder.finish(toName(title === null || title === "test" ? "Recording" : title));
  } catch (error) {
    const line = error instanceof SyntaxError && "loc" in error ? (error.loc as { line: number }).line : null;
    return { problems: [{ line, message: "The script isn't valid JavaScript." }] };
  }
};
