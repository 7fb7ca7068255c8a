"use client";

import { FileDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { buttonStyle } from "@/app/_ui/button-style";
import { menuItemStyle, menuStyle } from "@/app/_ui/menu-style";
import { findings } from "@/messages/texts/findings";

const { exports: texts } = findings;

type ExportFormat = keyof typeof texts.formats;
const formats: readonly ExportFormat[] = ["csv", "json", "axe", "sarif", "earl", "junit"];

/** Lets the browser download the file as a stream; the session cookie authenticates the request. */
const download = (audit_id: string, format: ExportFormat) =>
  window.location.assign(`/api/results/${audit_id}/export/?format=${format}`);

export const ExportMenu = ({ audit_id }: { audit_id: string }) => (
  <MenuTrigger>
    <Button className={buttonStyle("secondary")}>
      <FileDown className="size-5 shrink-0" aria-hidden="true" />
      {texts.open}
    </Button>
    <Popover className={menuStyle}>
      <Menu aria-label={texts.menu} className="outline-none">
        {formats.map((format) => (
          <MenuItem
            key={format}
            id={format}
            textValue={texts.formats[format].name}
            onAction={() => download(audit_id, format)}
            className={menuItemStyle}
          >
            <span className="font-medium">{texts.formats[format].name}</span>
            <span className="text-sm text-soft">{texts.formats[format].use}</span>
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
