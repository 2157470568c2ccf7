export {
  formatAgo,
  formatDay,
  formatMonth,
  formatTime,
  formatWhen,
  fromLocalInput,
  toLocalInput,
} from "./dates";
export { formatDistance } from "./distance";
export { formatLevel, LEVELS, type Level } from "./level";
export { formatMoney, formatSparks } from "./money";
