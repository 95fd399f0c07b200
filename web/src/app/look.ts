/** Language and theme of the page. The script that draws the page before the app has loaded needs this and nothing else. */

export const LANGUAGES = ['zh', 'en'] as const;
/** Language tags for `lang` attributes, dates and numbers. */
export const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const satisfies Record<(typeof LANGUAGES)[number], string>;
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];

export const MORE_CONTRAST = '(prefers-contrast: more)';

/** The browser's first language that the app supports; English if there is none. */
export function browserLanguage(): Language {
  const preferred = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  const supported = preferred.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)));
  return supported.find((language) => language !== undefined) ?? 'en';
}

/** Give the page its language and theme; `auto` follows the system, including its preference for more contrast. */
export function applyLook(language: Language, theme: Theme, moreContrast: boolean): void {
  const root = document.documentElement;
  root.lang = LOCALES[language];
  const effective = theme === 'auto' && moreContrast ? 'contrast' : theme;
  if (effective === 'auto') delete root.dataset.theme;
  else root.dataset.theme = effective;
}
