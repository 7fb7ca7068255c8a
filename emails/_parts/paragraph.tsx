import type { ReactNode } from "react";
import { Text } from "react-email";
import { emailsParts } from "@/messages/texts/emails-parts";
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

export const Greeting = ({ name }: { name: string }) => <Paragraph>{emailsParts.greeting({ name })}</Paragraph>;
