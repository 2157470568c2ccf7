export {
  type LiveEvent,
  type LiveKind,
  type LiveState,
  useLive,
  useLiveStatus,
  usePollInterval,
} from "./hub";
export { useLiveUpdates } from "./use-live-updates";
