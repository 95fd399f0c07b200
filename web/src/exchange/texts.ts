/** The texts about formats, import, export and paper, which are not loaded with the page. */

import texts from 'virtual:texts/exchange';
import type { FormatOut } from '../api/schema';
import { addTexts, textOr } from '../app/i18n';
import { settings } from '../app/settings.svelte';

addTexts(texts);

/** The name of a part of a Sudoku that a format may not carry; the word itself if it is unknown here. */
export const partName = (part: string): string => textOr(`part.${part}`, part);

export const formatName = (format: FormatOut): string =>
  ({ en: format.english, zh: format.chinese })[settings.language];
