"use client";

import { useRouter } from "next/navigation";
import { completeAddress } from "@/app/_client/address";
import { openPage } from "@/app/_client/session";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { site } from "@/messages/texts/site";

const { landing } = site;

const check = ({ url = "" }: Record<string, string>): Record<string, string> =>
  completeAddress(url) ? {} : { url: landing.addressMissing };

/** Passes the URL to the form that adds a website. Visitors who aren't signed in go to the sign-up page first. */
export const CheckForm = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const router = useRouter();
  return (
    <div className="mt-8 max-w-lg">
      <Form
        label={landing.check}
        check={check}
        onSend={async ({ url = "" }) => {
          const path = `${isSignedIn ? "/accessibility/websites/new" : "/sign-up"}?url=${encodeURIComponent(completeAddress(url) ?? "")}`;
          if (isSignedIn) openPage(path);
          else router.push(path);
        }}
      >
        <TextField
          name="url"
          label={landing.address}
          hint={landing.addressHint}
          inputMode="url"
          autoComplete="url"
          isRequired
        />
        <div>
          <Button type="submit" variant="primary">
            {landing.check}
          </Button>
        </div>
      </Form>
    </div>
  );
};
