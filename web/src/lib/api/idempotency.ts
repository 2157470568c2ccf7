import { useRef } from "react";
import { randomKey } from "../random-key";

/**
 * Returns an idempotency key for calls that move money. It stays the same over retries of one
 * action, so that a lost response cannot charge twice; call `renew` once the action has succeeded
 * or its amounts have changed.
 */
export function useIdempotencyKey(): { header: { "Idempotency-Key": string }; renew: () => void } {
  const key = useRef("");
  if (!key.current) key.current = randomKey();
  return {
    get header() {
      return { "Idempotency-Key": key.current };
    },
    renew: () => {
      key.current = randomKey();
    },
  };
}
