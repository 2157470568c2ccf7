export { type HandOver, stashHandOver, takeHandOver } from "./hand-over";
export { keepSessionFresh } from "./keep-fresh";
export { needsRefresh, refreshSession, takeEnding } from "./refresh";
export {
  type Claims,
  clearSession,
  clearStorage,
  getSession,
  ownKey,
  type Session,
  secondsLeft,
  storeTokens,
  useSession,
} from "./session";
