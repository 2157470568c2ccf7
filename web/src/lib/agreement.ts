import { ownKey } from "./session";

const NAME = "agreement.later";

/** Remembers in this tab that the member agrees later, until the time `due`. */
export function putOffAgreement(due: string): void {
  sessionStorage.setItem(ownKey(NAME), due);
}

/** Returns whether the member chose to agree later, and still has time. */
export function isAgreementPutOff(): boolean {
  return Date.parse(sessionStorage.getItem(ownKey(NAME)) ?? "") > Date.now();
}
