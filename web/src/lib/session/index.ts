export { keepSessionFresh } from "./keep-fresh";
export { needsRefresh, refreshSession, takeSessionEndReason } from "./refresh";
export {
  type Claims,
  clearSession,
  clearStorage,
  getSession,
  ownKey,
  secondsLeft,
  storeTokens,
  useSession,
} from "./session";
export { type SignInCodes, stashSignInCodes, takeSignInCodes } from "./sign-in-codes";
