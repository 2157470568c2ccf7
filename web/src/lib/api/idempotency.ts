import { useRef } from "react";
import { randomKey } from "../random-key";

/**
 * A key for calls that move money. It stays the same while a person retries one and
 * the same action, so that a lost answer cannot charge them twice; call `renew` once
 * the action has succeeded or its amounts have changed.
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
