/** The levels of a rating, easiest first. */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const;
export type Level = (typeof LEVELS)[number];

/** The difficulties the app promises, easiest first. */
export const DIFFICULTIES = ['easy', 'medium', 'hard', 'expert', 'extreme'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];
