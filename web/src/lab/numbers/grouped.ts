/** A whole number with its digits in threes, as both languages write it. */
export const grouped = (number: bigint | number): string => number.toLocaleString('en');
