/** The player's settings, stored in the browser. */

import { MediaQuery } from 'svelte/reactivity';
import { load, save } from '../shared/storage';

export const LANGUAGES = ['zh', 'en'] as const;
/** Language tags for `lang` attributes, dates and numbers. */
export const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const satisfies Record<(typeof LANGUAGES)[number], string>;
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export const CHECKS = ['end', 'rules', 'solution'] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type CheckMode = (typeof CHECKS)[number];

const defaults = {
  language: browserLanguage(),
  theme: 'auto' as Theme,
  check: 'end' as CheckMode,
  digitFirst: false,
  showTimer: true,
  highlightPeers: true,
  highlightDigit: true,
  highlightCandidate: true,
  highlightConflicts: true,
  showLeft: true,
  colourLetters: false,
  drillTimer: false,
  delay: 100,
  typingMovesOn: true,
  /** The player has confirmed once that keys for hints and checks count as help. */
  helpConfirmed: false,
  /** The player knows the rules, so the tutorial is no longer offered. */
  guided: false,
};

export type Settings = typeof defaults;
/** Settings that can be on or off. */
export type Switch = Extract<keyof Settings, `highlight${string}` | `show${string}` | 'digitFirst' | 'colourLetters'>;

export const settings: Settings = $state({ ...defaults, ...load<Partial<Settings>>('settings', {}) });

/** Store the settings and apply them to the page whenever they change; called once. */
export function keepSettings(): void {
  const moreContrast = new MediaQuery('(prefers-contrast: more)');
  $effect(() => void save('settings', settings));
  $effect(() => {
    const root = document.documentElement;
    root.lang = LOCALES[settings.language];
    const theme = settings.theme === 'auto' && moreContrast.current ? 'contrast' : settings.theme;
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
  });
}

/** The browser's first language that the app supports; English if there is none. */
function browserLanguage(): Language {
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  const supported = preferred.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return supported.find((language) => language !== undefined) ?? 'en';
}
