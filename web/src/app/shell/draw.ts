/**
 * Draws the page before the app has loaded. The build puts this script into index.html, where it runs while the page is
 * parsed: it may use nothing but what it imports here.
 *
 * A new visitor sees the whole first screen. Anyone else sees the bar: only the app knows what comes below it.
 */

import { load } from '../../shared/storage';
import { applyLook, browserLanguage, MORE_CONTRAST, type Language, type Theme } from '../look';

interface Stored {
  language?: Language;
  theme?: Theme;
  guided?: boolean;
}

const { language = browserLanguage(), theme = 'auto', guided = false } = load<Stored>('settings', {});
applyLook(language, theme, matchMedia(MORE_CONTRAST).matches);

const screen = location.hash.replace(/^#\/?/, '').split('/')[0];
document.documentElement.dataset.screen = screen || 'home';

const shell = (document.getElementById(`shell-${language}`) as HTMLTemplateElement).content;
const isNew = !screen && !guided && !load<string[]>('games', []).length;
if (!isNew) shell.querySelector('main')!.replaceChildren();

const app = document.getElementById('app')!;
app.append(shell);
// A button pressed too early is pressed again by main.ts. Links work already.
app.addEventListener('click', ({ target }) => (target as Element).closest('button')?.setAttribute('data-pressed', ''));

const LONGEST = 300; // milliseconds; a window that is not drawn never paints
let isStarted = false;

/** Load and run the app: its chunks at once, the last of which imports the others. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  const names = app.dataset.scripts!.split(' ');
  for (const name of names) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = name;
    document.head.append(link);
  }
  void import(/* @vite-ignore */ new URL(names.at(-1)!, document.baseURI).href);
}

// A new visitor waits for nothing but the first screen; loading and running the app would hold it up.
if (isNew && !document.hidden) {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, LONGEST);
} else start();
