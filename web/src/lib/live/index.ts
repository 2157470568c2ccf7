export {
  useLive,
  useLiveStatus,
  usePollInterval,
} from "./hub";
export { useLiveUpdates } from "./use-live-updates";
