import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { Checkbox, Form, FormError, Input, Textarea } from "@/components/form";
import { ApiError, api } from "@/lib/api";
import { fieldOf, showServerErrors, useAppForm } from "@/lib/form";
import { useContactForm } from "../api/use-contact-form";

const MAX_MESSAGE = 4000;

const schema = z.object({
  firstname: z.string().check(z.trim(), z.minLength(1, "Please enter your first name")),
  email: z.string().check(z.trim(), z.email("Please enter a valid email address.")),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please write a message"),
      z.maxLength(MAX_MESSAGE, "Please keep it to 4,000 characters"),
    ),
  privacy: z.literal(true, "Please accept the privacy policy first."),
  /** Hidden from people; whoever fills it in is a robot. */
  subject: z.string(),
});

type Values = z.infer<typeof schema>;

const empty: Partial<Values> = { firstname: "", email: "", message: "", subject: "" };

/** Form to write to the people who run the site, and the thanks afterwards. */
export function ContactForm() {
  const [sent, setSent] = useState(false);
  return (
    <Card className="mt-6">
      {sent ? <Thanks onAgain={() => setSent(false)} /> : <Writing onSent={() => setSent(true)} />}
    </Card>
  );
}

function Writing({ onSent }: { onSent: () => void }) {
  const form = useAppForm<Values>(schema, empty);
  const stamp = useContactForm();
  const send = api.useMutation("post", "/api/contact");
  const submit = form.handleSubmit(async (values) => {
    try {
      await send.mutateAsync({ body: { ...values, form: await stamp.take() } });
      onSent();
    } catch (error) {
      if (error instanceof ApiError && error.code === "site.form_expired") stamp.renew();
      showServerErrors(form, error);
    }
  });
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <Input label="First name" autoComplete="given-name" {...fieldOf(form, "firstname")} />
      <Input
        label="Email"
        type="email"
        autoComplete="email"
        hint="We answer to this address."
        {...fieldOf(form, "email")}
      />
      <Textarea label="Message" rows={6} {...fieldOf(form, "message")} />
      <div hidden>
        <Input label="Subject" tabIndex={-1} autoComplete="off" {...fieldOf(form, "subject")} />
      </div>
      <Checkbox
        label={
          <>
            I have read the{" "}
            <Link to="/privacy" target="_blank" className="text-link">
              privacy policy
            </Link>{" "}
            and agree that my message is kept until it is settled
          </>
        }
        {...fieldOf(form, "privacy")}
      />
      <FormError form={form} />
      <Button
        type="submit"
        variant="spark"
        className="justify-self-start"
        busy={form.formState.isSubmitting}
        busyLabel="Sending..."
      >
        Send message
      </Button>
    </Form>
  );
}

function Thanks({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-title">
        Your message is on its way
      </h2>
      <p>Thank you. We answer by email, to the address that you gave.</p>
      <Button variant="quiet" onClick={onAgain}>
        Write another message
      </Button>
    </div>
  );
}
