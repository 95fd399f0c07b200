/** Reads keys by their position, so that layout, Shift and Num Lock do not matter. */

type Pressed = Pick<KeyboardEvent, 'code' | 'key'>;

const DIGIT = /^(?:Digit|Numpad)([0-9])$/;

/** Return the digit of a key, 0–9, or null. */
export function digitOf({ code, key }: Pressed): number | null {
  const match = DIGIT.exec(code);
  if (match) return Number(match[1]);
  return code === '' && /^[0-9]$/.test(key) ? Number(key) : null; // on-screen keyboards send no code
}

/** Whether Shift is down. With Num Lock on, Windows reports keypad digits with Shift as Home, End and so on, without Shift. */
export const isShifted = (event: KeyboardEvent): boolean =>
  event.shiftKey ||
  (/^Numpad[0-9]$/.test(event.code) && !/^[0-9]$/.test(event.key) && event.getModifierState('NumLock'));
