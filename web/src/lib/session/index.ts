export { needsRefresh, refreshSession } from "./refresh";
export {
  type Claims,
  clearSession,
  clearStorage,
  getSession,
  type Session,
  secondsLeft,
  storeTokens,
  useSession,
} from "./session";
