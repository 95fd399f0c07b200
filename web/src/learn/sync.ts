/** Exchanges the learning records with the server, so that they belong to the player on every device. */

import { answer, api } from '../api/client';
import { addLines, learning } from '../shared/learning.svelte';
import { load, save } from '../shared/storage';

const MOST_SENT = 2000;
let running: Promise<void> | null = null;

/** Send what the server lacks and add what this browser lacks. Failures wait for the next time. */
export function syncRecords(): Promise<void> {
  running ??= exchange()
    .catch(() => {})
    .finally(() => (running = null));
  return running;
}

async function exchange(): Promise<void> {
  const sent = new Set(load<string[]>('learn.sent', []));
  const unsent = learning.lines.filter((line) => !sent.has(line));
  if (!unsent.length && !load('met', false)) return; // a visitor who has learned nothing does not become a player
  let records: string[] = [];
  for (let first = 0; first === 0 || first < unsent.length; first += MOST_SENT) {
    const body = { records: unsent.slice(first, first + MOST_SENT) };
    ({ records } = body.records.length
      ? await answer(api.POST('/learn/records', { body }))
      : await answer(api.GET('/learn/records')));
  }
  addLines(records);
  save('learn.sent', records);
}
