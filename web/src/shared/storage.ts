/** Values kept in the browser as JSON. A browser that keeps nothing (private mode, full) still plays, until the page closes. */

const PREFIX = 'shudu.';

/** Values the browser refused to store. */
const unkept = new Map<string, string>();

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = unkept.get(key) ?? localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Whether the value was kept. */
export function save(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, text);
    return false;
  }
}

export function forget(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
}

/** Removes everything except the settings. */
export function forgetAll(): void {
  unkept.clear();
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key !== `${PREFIX}settings`);
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
}
