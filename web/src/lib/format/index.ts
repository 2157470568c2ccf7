export {
  dayParts,
  formatAgo,
  formatAgoInSentence,
  formatDateAndTime,
  formatDay,
  formatDayInFull,
  formatDayInSentence,
  formatInFull,
  formatMonth,
  formatTime,
  formatWhen,
  formatWhenInSentence,
  fromLocalInput,
  toLocalInput,
} from "./dates";
export { type DistanceUnits, formatDistance, formatRadius, KM_PER_MILE } from "./distance";
export { formatHours, formatRetention } from "./duration";
export { formatLevel, LEVELS, type Level } from "./level";
export { formatAmount, formatMoney, formatSparks } from "./money";
export { firstnameOf } from "./name";
