"use client";

import type { Outputs } from "@/app/_client/trpc";
import { SelectField } from "@/app/_ui/select-field";
import { roles } from "@/messages/texts/roles";

export type Role = Outputs["users"]["me"]["role"];

type Props = {
  label: string;
  isLabelHidden?: boolean;
  value: Role;
  onChange: (role: Role) => void;
  /** Only owners can make someone an owner. */
  withOwner: boolean;
};

const optionsOf = (withOwner: boolean) =>
  Object.entries(roles)
    .filter(([id]) => withOwner || id !== "owner")
    .map(([id, { name, can }]) => ({ id, label: name, hint: can }));

export const RoleSelect = ({ withOwner, onChange, ...props }: Props) => (
  <SelectField {...props} options={optionsOf(withOwner)} onChange={(id) => onChange(id as Role)} />
);
