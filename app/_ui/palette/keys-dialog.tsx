"use client";

import { shell } from "@/messages/texts/shell";
import { Button } from "../button";
import { Dialog, DialogActions } from "../dialog";
import { KeysList } from "../keys-list";

type Props = { isOpen: boolean; onOpenChange: (open: boolean) => void };

export const KeysDialog = ({ isOpen, onOpenChange }: Props) => (
  <Dialog title={shell.keys} isOpen={isOpen} onOpenChange={onOpenChange}>
    <p className="mb-3 text-soft">{shell.keysHint}</p>
    <KeysList />
    <DialogActions>
      <Button onPress={() => onOpenChange(false)}>{shell.keysClose}</Button>
    </DialogActions>
  </Dialog>
);
