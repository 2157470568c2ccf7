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
export { formatMoney, formatSparks } from "./money";
