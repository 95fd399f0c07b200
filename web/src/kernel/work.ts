/** The jobs that take long enough for a worker. */

import { generate, type Generated, type ClueRange } from './generate';
import { studyHoles, type HoleCount, type HoleStudy } from './holes';
import type { Kernel } from './kernel';

export type Work = { make: ClueRange; seed?: number } | { study: HoleStudy };
export type WorkResult = Generated | HoleCount[];

export const perform = (kernel: Kernel, work: Work): WorkResult =>
  'make' in work ? generate(kernel, work.make, work.seed) : studyHoles(kernel, work.study);
