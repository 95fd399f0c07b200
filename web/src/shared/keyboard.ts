/** Keys by their place on the keyboard, so that layout, Shift and Num Lock do not matter. */

type Pressed = Pick<KeyboardEvent, 'code' | 'key'>;

const DIGIT = /^(?:Digit|Numpad)([0-9])$/;

/** The digit of a key, 0–9, or null. */
export function digitOf({ code, key }: Pressed): number | null {
  const found = DIGIT.exec(code);
  if (found) return Number(found[1]);
  return code === '' && /^[0-9]$/.test(key) ? Number(key) : null; // on-screen keyboards send no code
}

/** Whether Shift is down. With Num Lock on, Windows lets go of it for keys of the keypad: they come as Home, End and so on. */
export const isShifted = (event: KeyboardEvent): boolean =>
  event.shiftKey ||
  (/^Numpad[0-9]$/.test(event.code) && !/^[0-9]$/.test(event.key) && event.getModifierState('NumLock'));
