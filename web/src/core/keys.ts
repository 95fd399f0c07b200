/** Keys by their place on the keyboard, so that layout, Shift and Num Lock do not matter. */

type Pressed = Pick<KeyboardEvent, 'code' | 'key'>;

/** On Windows, Shift with Num Lock turns keypad digits into these; the code still names the key. */
const DIGIT = /^(?:Digit|Numpad)([0-9])$/;

/** The digit of a key, 0–9, or null. */
export function digitOf({ code, key }: Pressed): number | null {
  const found = DIGIT.exec(code);
  if (found) return Number(found[1]);
  return code === '' && /^[0-9]$/.test(key) ? Number(key) : null; // on-screen keyboards send no code
}
