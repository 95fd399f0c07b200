/** Words for the polite live region. */

import { untrack } from 'svelte';

let words = $state('');

export const announcement = {
  get words(): string {
    return words;
  },
};

/** Announces a text; announcing the same text again is heard again. */
export function announce(text: string): void {
  words = untrack(() => words) === text ? `${text}\u00A0` : text;
}
