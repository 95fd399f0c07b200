/**
 * Texts in the player's language.
 *
 * Each language has one catalogue, en.json or zh.json, from key to text. The build cuts it into parts (vite.texts.ts): the
 * part `app` is loaded with the page; a feature with a part of its own adds it when the feature is loaded.
 */

import app from 'virtual:texts/app';
import type english from './en.json';
import { settings, type Language } from '../settings.svelte';

export type MessageKey = keyof typeof english;
export type Values = Record<string, string | number>;
export type Texts = Record<Language, Record<string, string>>;

const catalogue: Texts = { en: { ...app.en }, zh: { ...app.zh } };

/** Add a part of the catalogue. A feature calls this before it shows its first text. */
export function addTexts(part: Texts): void {
  for (const language of Object.keys(catalogue) as Language[]) Object.assign(catalogue[language], part[language]);
}

/** Return the text of a key with its {placeholders} filled in. `{n|one|many}` selects by the number n. */
export function t(key: MessageKey, values: Values = {}): string {
  return fill(catalogue[settings.language][key] ?? key, values);
}

/** Return the text of a key in a given language. */
export const textIn = (language: Language, key: MessageKey): string => catalogue[language][key] ?? key;

/** Whether there is a text for a key that comes from data, such as a name the server sends. */
export const hasText = (key: string): key is MessageKey => key in catalogue[settings.language];

/** The text of a key that comes from data, or `otherwise` if there is none. */
export const textOr = (key: string, otherwise: string): string => (hasText(key) ? t(key) : otherwise);

/** Join names with the language's comma. */
export const list = (names: readonly (string | number)[]): string => names.join(t('list.comma'));

/** Join sentences: with a space, in languages that have one. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((first, second) => t('list.sentences', { first, second }));

// The boundary between a Chinese character and a letter or figure, where typography wants a space.
const SEAM = /(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])/g;

/** Fill in the {placeholders} of a text, with a space where a value of another script meets Chinese. */
export function fill(text: string, values: Values): string {
  const filled = text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? '';
    return one === undefined ? String(value) : Number(value) === 1 ? one : many!;
  });
  return filled === text ? text : filled.replace(SEAM, ' ');
}
