/** The levels, easiest first. */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const;
