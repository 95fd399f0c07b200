/** The player's options for the lab, stored in the browser. */

import { load, save } from '../../shared/storage';

const defaults = {
  fast: false,
  candidates: false,
  follow: true,
  tree: true,
  heat: true,
  predict: false,
  algorithms: ['mrv'] as string[],
};

export const options = $state({ ...defaults, ...load<Partial<typeof defaults>>('lab', {}) });

/** Store the options whenever they change; called once by each page of the lab. */
export function keepOptions(): void {
  $effect(() => void save('lab', options));
}
