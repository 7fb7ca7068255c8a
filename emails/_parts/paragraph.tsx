import type { ReactNode } from "react";
import { Text } from "react-email";
import { smallStyle, textStyle } from "./theme";

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text className="ink" style={textStyle}>
    {children}
  </Text>
);

export const SmallPrint = ({ children }: { children: ReactNode }) => (
  <Text className="soft" style={smallStyle}>
    {children}
  </Text>
);

export const Greeting = ({ name }: { name: string }) => <Paragraph>Hello {name},</Paragraph>;
