/** Texts about import, export and printing, loaded on demand. */

import texts from 'virtual:texts/exchange';
import type { FormatOut } from '../api/schema';
import { addTexts, textOr } from '../app/i18n';
import { settings } from '../app/settings.svelte';

addTexts(texts);

/** Return the name of a part that a format may drop; unknown parts are returned as they are. */
export const partName = (part: string): string => textOr(`part.${part}`, part);

export const formatName = (format: FormatOut): string =>
  ({ en: format.english, zh: format.chinese })[settings.language];
