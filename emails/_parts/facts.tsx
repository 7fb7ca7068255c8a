import type { CSSProperties, ReactNode } from "react";
import type { Impact } from "../fields";
import { fonts, light, padEnd, startSide } from "./theme";

type Fact = {
  label: string;
  value: ReactNode;
  /** A unique key; required if two facts can have the same label. */
  key?: string;
  impact?: Impact;
};

/** Maximum length of our own labels, which mustn't wrap. Longer labels are websites' host names, which can wrap. */
const LONGEST_OWN_LABEL = 20;

const cellStyle = (): CSSProperties => ({
  padding: "10px 0",
  borderTop: `1px solid ${light.line}`,
  fontFamily: fonts.text,
  fontSize: "16px",
  lineHeight: "24px",
  textAlign: startSide(),
  verticalAlign: "top",
});

/** A real table, in which the label is the header of each row. In plain text, each row is a "label: value" line. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <table
    className="line"
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    style={{ margin: "8px 0 24px", borderBottom: `1px solid ${light.line}`, borderCollapse: "collapse" }}
  >
    <tbody>
      {facts.map(({ label, value, key = label, impact }) => (
        <tr key={key} data-text="fact">
          <th
            scope="row"
            className={`label line ${impact ?? "soft"}`}
            style={{
              ...cellStyle(),
              width: "32%",
              ...padEnd("16px"),
              color: light[impact ?? "soft"],
              fontWeight: impact ? 700 : 400,
              wordBreak: label.length > LONGEST_OWN_LABEL ? "break-word" : "normal",
            }}
          >
            {label}
          </th>
          <td className="value line ink" style={{ ...cellStyle(), color: light.ink, wordBreak: "break-word" }}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
