"use client";

import { Button } from "@/app/_ui/button";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { webhooks as texts } from "@/messages/texts/webhooks";

/** Shows a secret that can't be shown again. Clicking outside the dialog doesn't close it. */
export const SecretDialog = ({ secret, onClose }: { secret: string | null; onClose: () => void }) => (
  <Dialog
    title={texts.secretTitle}
    role="alertdialog"
    isOpen={secret !== null}
    onOpenChange={(open) => (open ? undefined : onClose())}
  >
    <p className="mb-4 text-soft">{texts.secretLead}</p>
    <CodeSnippet
      title={texts.secret}
      label={texts.secret}
      code={secret ?? ""}
      parts={[{ text: secret ?? "", highlighted: false }]}
    />
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        {texts.secretDone}
      </Button>
    </DialogActions>
  </Dialog>
);
