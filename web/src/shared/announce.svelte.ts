/** Words for the polite live region. */

import { untrack } from 'svelte';

let words = $state('');

export const announcement = {
  get words(): string {
    return words;
  },
};

/** Says something once; the same words again are said again. */
export function announce(text: string): void {
  words = untrack(() => words) === text ? `${text}\u00A0` : text;
}
