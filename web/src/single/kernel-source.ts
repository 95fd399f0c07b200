/** The kernel of the single file: compressed inside the page, and used on the main thread. */

import compressed from 'virtual:kernel';
import { Kernel } from '../kernel/kernel';

export async function loadKernel(): Promise<Kernel> {
  const bytes = Uint8Array.from(atob(compressed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return Kernel.from(await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {}));
}

export const delegate = (): null => null;
