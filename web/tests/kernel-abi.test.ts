/** The kernel functions that the page calls have the signatures of kernel/kernel.h. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Signature {
  parameters: string[];
  returns: string;
}

/** The type in TypeScript of a C type: sizes and addresses are numbers, 64-bit integers bigints. */
const translate = (type: string): string =>
  type === 'void' || type === '' ? 'void' : /^u?int64_t$/.test(type) ? 'bigint' : 'number';

function readHeader(): Map<string, Signature> {
  const header = readFileSync('../kernel/kernel.h', 'utf8').replace(/\/\/.*$/gm, '');
  const found = header.matchAll(/SHUDU_API\s+([\w\s*]+?)\s*(\w+)\(([^)]*)\)/g);
  return new Map(
    [...found].map(([, returns, name, parameters]) => [
      name!,
      { returns: translate(returns!), parameters: parameters === 'void' ? [] : parameters!.split(',').map(parameter) },
    ]),
  );
}

function parameter(text: string): string {
  const found = /^(?:const\s+)?(?:volatile\s+)?([\w]+)\s*(\*?)\s*(\w+)(\[\d+\])?$/.exec(text.trim())!;
  const [, type, star, name, array] = found;
  return `${name}: ${star || array ? 'number' : translate(type!)}`;
}

function readMirror(): Map<string, Signature> {
  const source = readFileSync('src/kernel/kernel.ts', 'utf8').split('interface KernelExports {')[1]!.split('\n}')[0]!;
  const found = source.matchAll(/(shudu_\w+)\(([^)]*)\): (\w+);/g);
  return new Map(
    [...found].map(([, name, parameters, returns]) => [
      name!,
      {
        returns: returns!,
        parameters: parameters!
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      },
    ]),
  );
}

const header = readHeader();
const mirror = readMirror();

test('the mirror is not empty', () => expect(mirror.size).toBeGreaterThan(10));

test.each([...mirror])('%s is declared as in the header', (name, signature) => {
  expect(signature).toEqual(header.get(name));
});

test('the success status matches the header', () => {
  const success = /SHUDU_OK = (\d+)/.exec(readFileSync('../kernel/kernel.h', 'utf8'))![1];
  expect(readFileSync('src/kernel/kernel.ts', 'utf8')).toContain(`const OK = ${success};`);
});

test.runIf(existsSync('public/shudu.wasm'))('the module exports every function, with as many parameters', async () => {
  const { instance } = await WebAssembly.instantiate(readFileSync('public/shudu.wasm'), {});
  const exports = instance.exports as unknown as Record<string, { length: number }>;
  for (const [name, { parameters }] of mirror) expect([name, exports[name]?.length]).toEqual([name, parameters.length]);
});
