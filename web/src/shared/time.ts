/** Times formatted for people. */

/** Format a time as `4:05` or `1:02:03`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const units = parts[0] ? parts : parts.slice(1);
  return units.map((part, index) => (index ? String(part).padStart(2, '0') : String(part))).join(':');
}

/** Return the local date as `2026-01-31`. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
