import {
  Link,
  type LinkProps,
  type SVGProps,
  Svg,
  Text,
  type TextProps,
  View,
  type ViewProps,
} from "@react-pdf/renderer";
import type { PropsWithChildren } from "react";
import type { PageNumberSlot, Structure } from "../tagging/structure";

type Tagged<Props> = PropsWithChildren<Props & { structure: Structure }>;

// React-PDF passes unknown props on to its layout nodes, where the tagging code reads them, but its types don't allow
// unknown props.

export const TaggedView = ({ structure, ...props }: Tagged<ViewProps>) => <View {...props} {...{ structure }} />;

export const TaggedText = ({ structure, ...props }: Tagged<TextProps>) => <Text {...props} {...{ structure }} />;

export const TaggedSvg = ({ structure, ...props }: Tagged<SVGProps>) => <Svg {...props} {...{ structure }} />;

/** A link on one page. `src` is a URL, or "#name" for a destination; `alt` states where it leads. */
export const TaggedLink = ({ structure, ...props }: Tagged<LinkProps>) => (
  <Link wrap={false} {...props} {...{ structure }} />
);

/** A placeholder for a destination's page number. */
export const PageNumber = ({ destination }: PageNumberSlot) => (
  <View style={{ width: 28, height: 15 }} {...{ pageNumberOf: { destination } }} />
);
