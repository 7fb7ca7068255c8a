"use client";

import { useRouter } from "next/navigation";
import { completeAddress } from "@/app/_client/address";
import { site } from "@/app/_texts/site";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";

const { landing } = site;

const check = ({ url = "" }: Record<string, string>): Record<string, string> =>
  completeAddress(url) ? {} : { url: landing.addressMissing };

/** Takes the address along to the sign-up page and, after it, to the first scan. */
export const CheckForm = () => {
  const router = useRouter();
  return (
    <div className="mt-8 max-w-lg">
      <Form
        label={landing.check}
        check={check}
        onSend={async ({ url = "" }) => router.push(`/sign-up?url=${encodeURIComponent(completeAddress(url) ?? "")}`)}
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
