import { useRef } from "react";

/** A key that no other action has. `crypto.randomUUID` is missing on sites without https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A key for calls that move money. It stays the same while a person retries one and
 * the same action, so that a lost answer cannot charge them twice; call `renew` once
 * the action has succeeded or its amounts have changed.
 */
export function useIdempotencyKey(): { header: { "Idempotency-Key": string }; renew: () => void } {
  const key = useRef("");
  if (!key.current) key.current = newIdempotencyKey();
  return {
    get header() {
      return { "Idempotency-Key": key.current };
    },
    renew: () => {
      key.current = newIdempotencyKey();
    },
  };
}
