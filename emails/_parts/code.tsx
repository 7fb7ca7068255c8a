import { Section, Text } from "react-email";
import { fonts, light } from "./theme";

const isLong = (value: string): boolean => value.length > 8;

/** A code in large characters, for the recipient to enter or copy. */
export const Code = ({ value }: { value: string }) => (
  <Section className="raised" style={{ margin: "0 0 20px", borderRadius: "8px", backgroundColor: light.raised }}>
    <Text
      className={isLong(value) ? "ink long-code" : "ink"}
      style={{
        margin: 0,
        padding: "20px 24px",
        color: light.ink,
        fontFamily: fonts.code,
        fontSize: "30px",
        fontWeight: 700,
        letterSpacing: isLong(value) ? "1px" : "6px",
        lineHeight: "38px",
        textAlign: "center",
        wordBreak: "break-word",
      }}
    >
      {value}
    </Text>
  </Section>
);
