/** Long work beside the page: makes puzzles. */

import { generate, type Difficulty } from './generate';
import { Kernel } from './kernel';

export interface Job {
  id: number;
  difficulty: Difficulty;
}

let kernel: Promise<Kernel> | undefined;

self.onmessage = async ({ data }: MessageEvent<Job & { url: string }>) => {
  kernel ??= Kernel.load(data.url);
  self.postMessage({ id: data.id, made: generate(await kernel, data.difficulty) });
};
