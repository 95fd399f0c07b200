/** Texts in the player's language. */

import { settings } from '../settings.svelte';
import en from './en.json';
import zh from './zh.json';

export type MessageKey = keyof typeof en;
export type Values = Record<string, string | number>;

const messages: Record<string, Record<MessageKey, string>> = { en, zh };

/** A text with its {placeholders} filled. `{n|one|many}` chooses by number. */
export function t(key: MessageKey, values: Values = {}): string {
  return fill(messages[settings.language]![key], values);
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? '';
    return one === undefined ? String(value) : Number(value) === 1 ? one : many!;
  });
}
