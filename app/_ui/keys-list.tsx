"use client";

import { type Shortcut, setShortcuts, shortcuts, useCommandKey, useShortcutsOn } from "@/app/_client/shortcuts";
import { shell } from "@/messages/texts/shell";
import { Checkbox } from "./choices";

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-flex min-w-7 justify-center rounded border border-control bg-raised px-1.5 py-0.5 font-mono text-sm">
    {children}
  </kbd>
);

/** All keyboard shortcuts and what they do, with a switch to turn them off. */
export const KeysList = () => {
  const isOn = useShortcutsOn();
  const command = useCommandKey();
  return (
    <>
      <table className="w-full text-start">
        <caption className="sr-only">{shell.keysCaption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{shell.key}</th>
            <th scope="col">{shell.does}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(shortcuts) as Shortcut[]).map((name) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="whitespace-nowrap py-2.5 pe-4 font-normal">
                {shortcuts[name].withCommand ? (
                  <>
                    <Key>{command}</Key> <span className="sr-only">{shell.together}</span>{" "}
                    <Key>{shortcuts[name].key.toUpperCase()}</Key>
                  </>
                ) : (
                  <Key>{shortcuts[name].key}</Key>
                )}
              </th>
              <td className="w-full py-2.5">{shell.keysDo[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="my-3 text-soft">{shell.keysAlways}</p>
      <Checkbox isSelected={isOn} onChange={setShortcuts}>
        {shell.keysOn}
      </Checkbox>
      {isOn ? null : <p className="text-soft">{shell.keysOff}</p>}
    </>
  );
};
