import { useCallback, useEffect, useRef } from "react";
import { client, type Schemas } from "@/lib/api";

/** A form that was opened, with its time on this device. */
interface Opened {
  stamp: Schemas["ContactForm"];
  at: number;
}

/** Time that is waited beyond what the server asks for. */
const MARGIN_MS = 250;

async function open(): Promise<Opened> {
  const { data } = await client.GET("/api/contact");
  return { stamp: data as Schemas["ContactForm"], at: Date.now() };
}

/**
 * Opens a contact form on the server, which takes messages only from forms that it knows and that
 * have been open for some seconds. `take` returns the form's stamp once it may be sent; after a
 * failure it opens the form again.
 */
export function useContactForm() {
  const opened = useRef<Promise<Opened>>(undefined);
  const renew = useCallback(() => {
    const opening = open();
    opened.current = opening;
    // `take` reports the failure, when somebody waits for it.
    opening.catch(() => {
      if (opened.current === opening) opened.current = undefined;
    });
    return opening;
  }, []);
  useEffect(() => {
    renew();
  }, [renew]);
  const take = useCallback(async (): Promise<string> => {
    let { stamp, at } = await (opened.current ?? renew());
    const isOld = Date.now() - at > stamp.lifetime_seconds * 1000 - MARGIN_MS;
    if (isOld) ({ stamp, at } = await renew());
    const rest = stamp.wait_seconds * 1000 + MARGIN_MS - (Date.now() - at);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    return stamp.form;
  }, [renew]);
  return { take, renew };
}
