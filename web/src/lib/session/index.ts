export type { Acting } from "./acting";
export { keepSessionFresh } from "./keep-fresh";
export { needsRefresh, refreshSession, takeSessionEndReason } from "./refresh";
export {
  actFor,
  clearSession,
  clearStorage,
  getSession,
  hasSignedOut,
  onSessionChange,
  ownKey,
  secondsLeft,
  storeTokens,
  useSession,
} from "./session";
export { type SignInCodes, stashSignInCodes, takeSignInCodes } from "./sign-in-codes";
export type { Claims } from "./token";
