/** Values stored in the browser as JSON. If storage is full or disabled, they last until the page closes. */

const PREFIX = 'shudu.';

/** Whether everything was deleted: answers that are still on their way must not store anything before the page reloads. */
let isClosed = false;

/** Values the browser refused to store. */
const unsaved = new Map<string, string>();

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = unsaved.get(key) ?? localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Store a value; return whether the browser accepted it. */
export function save(key: string, value: unknown): boolean {
  if (isClosed) return false;
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    unsaved.delete(key);
    return true;
  } catch {
    unsaved.set(key, text);
    return false;
  }
}

export function forget(key: string): void {
  unsaved.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is disabled, so there is nothing to delete.
  }
}

/** Delete everything except the settings, and store nothing more until the page is loaded again. */
export function forgetAll(): void {
  isClosed = true;
  unsaved.clear();
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== `${PREFIX}settings`);
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Storage is disabled, so there is nothing to delete.
  }
}
