import { nameComponent } from "../component";
import type { Place } from "./probe/record-places";
import { redactText } from "./redact";

const landmarkTags = new Set(
  "header footer nav main aside section article form dialog search fieldset table iframe".split(" "),
);
const landmarkRoles = new Set(
  "banner navigation main complementary contentinfo form search region dialog alertdialog article menu menubar toolbar tablist tabpanel feed".split(
    " ",
  ),
);
const blockTags = new Set("div ul ol dl li figure details".split(" "));

const generated = /^(?:css|sc|jsx|jss|svelte|emotion|styled|chakra|mui)-/i;
const states =
  /^(?:(?:is|has|js|no)[-_].*|active|current|open|opened|closed|show|shown|hide|hidden|visible|collapsed?|collapsing|selected|disabled|focus(?:ed)?|hover(?:ed)?|first|last|odd|even|loading|loaded|lazy\w*|sticky|fixed|dark|light)$/i;
/**
 * Prefixes of layout classes in Bootstrap, Tailwind and other frameworks, which don't describe an element's purpose.
 */
const layoutPrefixes =
  /^(?:[dmopwhgzu]|row|position|[mv][wh]|[mp][xytblrse]|cols?|gap|gx|gy|flex|grid|text|bg|border|rounded|shadow|font|fw|fs|lh|leading|tracking|align|justify|items|self|order|offset|float|overflow|display|min|max|space|divide|opacity|transition|duration|ease|animated?|ring|outline|cursor|sr|xs|sm|md|lg|xl|xxl)(?:[-_].*)?$/i;
const layoutWords =
  /^(?:container(?:-\w+)?|row|wrap(?:per)?|inner|outer|content(?:-wrap(?:per)?)?|clearfix|block|inline(?:-\w+)?|relative|absolute|static|group|stack|antialiased|(?:pull-)?(?:top|bottom|start|end|left|right|center)(?:-[\d#]+)?)$/i;

const isHash = (part: string): boolean => part.length >= 5 && /\d[a-z]/i.test(part);

/** Removes the parts of a class name that vary between builds or items. */
const lasting = (name: string): string =>
  name
    .split(/([-_]+)/)
    .filter((part) => !isHash(part))
    .join("")
    .replace(/\d+/g, "#")
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, "");

const isName = (name: string): boolean =>
  /^[a-z][\w#-]{2,40}$/i.test(name) &&
  /[a-z]{3}/i.test(name) &&
  !states.test(name) &&
  !layoutPrefixes.test(name) &&
  !layoutWords.test(name);

/**
 * Returns up to two names from an element's classes. Omits the second if it is only a variant of the first, as
 * `navbar-dark` is of `navbar`.
 */
const namesOf = ({ tag, classes }: Place): string[] => {
  const [first, second] = classes
    .filter((name) => !generated.test(name))
    .map(lasting)
    .filter((name) => name !== tag && isName(name));
  return [first, second?.startsWith(`${first}-`) ? undefined : second].filter((name) => name !== undefined);
};

const isLandmark = ({ tag, role }: Place): boolean =>
  landmarkTags.has(tag) || tag.includes("-") || landmarkRoles.has(role);

const isBlock = (place: Place): boolean => blockTags.has(place.tag) && namesOf(place).length > 0;

const describe = (place: Place): string => {
  const role = landmarkRoles.has(place.role) ? `[role=${place.role}]` : "";
  const names = namesOf(place).map((name) => `.${name}`);
  const id = /^[a-z][a-z_-]{2,30}$/i.test(place.id) ? `#${place.id}` : "";
  return place.tag + role + (names.join("") || id);
};

/** Reports whether one element is part of another, such as `card-body` in `card`, or an item in a list. */
const belongsTo = (part: Place, whole: Place): boolean => {
  const [name = ""] = namesOf(whole);
  const isItem = part.tag === "li" && /^[uo]l$/.test(whole.tag);
  return isItem || namesOf(part).some((each) => each.startsWith(`${name}-`) || each.startsWith(`${name}_`));
};

/**
 * Returns the block around an element. `blocks` lists the blocks between the element and the nearest landmark,
 * innermost first.
 */
const findBlock = (blocks: readonly Place[]): Place | undefined =>
  blocks.reduce<Place | undefined>((block, outer) => (!block || belongsTo(block, outer) ? outer : block), undefined);

/** Returns an element and its ancestors, innermost first. */
const lineOf = (places: readonly Place[], start: number): Place[] => {
  const line: Place[] = [];
  for (let place = places[start]; place; place = place.parent === null ? undefined : places[place.parent])
    line.push(place);
  return line;
};

/**
 * Returns a name for the component that contains an element. The name consists of the landmarks and sections around the
 * element and the nearest named block inside them. Each is described by its tag, role and first stable class names, so
 * that a menu has the same name on every page. Returns undefined if the element wasn't recorded.
 */
export const findComponent = (places: readonly Place[], start: number | null): string | undefined => {
  const line = start === null ? [] : lineOf(places, start);
  const [element] = line;
  if (!element) return undefined;
  if (element.tag === "html" || line.some(({ tag }) => tag === "head")) return nameComponent(["head"]);
  const inBody = line.slice(
    0,
    line.findIndex(({ tag }) => tag === "body"),
  );
  const nearest = inBody.findIndex(isLandmark);
  const inside = (nearest < 0 ? inBody : inBody.slice(0, nearest)).filter((place) => place !== element);
  const block = findBlock(inside.filter(isBlock));
  const path = [...inBody.filter(isLandmark).toReversed(), ...(block ? [block] : [])].map(describe);
  return nameComponent(path.length > 0 ? path.map(redactText) : ["body"]);
};
