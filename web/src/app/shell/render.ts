/** Renders the shell at build time, once per language. */

import { render } from 'svelte/server';
import { settings, type Language } from '../settings.svelte';
import Shell from './Shell.svelte';

export function renderShell(language: Language): string {
  settings.language = language;
  return render(Shell).body.replace(/<!--.*?-->/g, ''); // marks for hydration, which is not used
}
