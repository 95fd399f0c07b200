/** Server errors in the player's language, rendered from their code and fields. */

import type { ApiError } from '../../api/client';
import type { Language } from '../settings.svelte';
import { settings } from '../settings.svelte';
import { list } from '.';
import { formatNumber } from './format';

type Template = string | { one: string; other: string };
type Fields = Record<string, unknown>;

/** The texts of the Python package's errors. Loaded with the first error; until then the server's English is shown. */
let templates: Record<Language, Record<string, Template>> | undefined = $state.raw();

/** Return the text of an error. */
export function errorText({ problem, message }: ApiError): string {
  if (!templates) void import('virtual:errors').then((module) => (templates = module.default));
  const template = templates?.[settings.language][problem.code ?? ''];
  return template ? render(template, problem.detail ?? {}) : message;
}

/** Fill in a template of the Python package: `{name}`, or `{name:,}` for a number with grouped digits. */
export function render(template: Template, fields: Fields): string {
  const text = typeof template === 'string' ? template : fields.n === 1 ? template.one : template.other;
  return text
    .replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name: string, format = '') => write(fields[name], format))
    .replace(/\{\{|\}\}/g, (braces) => braces[0]!);
}

function write(value: unknown, format: string): string {
  if (Array.isArray(value)) return list(value.map((each) => write(each, format)));
  return typeof value === 'number' && format.includes(',') ? formatNumber(value) : String(value ?? '');
}
