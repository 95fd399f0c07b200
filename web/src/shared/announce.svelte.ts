/** The text of the polite live region. */

import { untrack } from 'svelte';

let words = $state('');

export const announcement = {
  get words(): string {
    return words;
  },
};

/** Announce a text to screen readers, even if it is the same as the last. */
export function announce(text: string): void {
  words = untrack(() => words) === text ? `${text}\u00A0` : text;
}
