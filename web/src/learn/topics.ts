/** The topics of the path with their chapters. */

import type { PathOut, TopicOut } from '../api/schema';

export type Topic = TopicOut & { chapter: string };

export const topicsOf = ({ chapters }: PathOut): Topic[] =>
  chapters.flatMap(({ id: chapter, topics }) => topics.map((topic) => ({ ...topic, chapter })));
