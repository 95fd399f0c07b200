/** How hard a puzzle is for a person, easiest first. */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const;
