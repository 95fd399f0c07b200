/** The theme's colours for drawing on a canvas. */

const NAMES = [
  'grid',
  'given',
  'entry',
  'soft',
  'thin',
  'thick',
  'same',
  'accent',
  'error-ink',
  'error-fill',
  'good',
  'cause',
  'cause-ink',
  'eliminated',
  'eliminated-ink',
  'surface',
] as const;

export type Inks = Record<(typeof NAMES)[number], string>;

let cache: Inks | null = null;
let changes = $state(0);

function forget(): void {
  cache = null;
  changes++;
}

for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
  matchMedia(query).addEventListener('change', forget);
new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** The current colours. Reading them makes the caller depend on the theme. */
export function inks(): Inks {
  void changes;
  return (cache ??= read());
}

function read(): Inks {
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const entries = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Inks;
}
