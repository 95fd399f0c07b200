/** Checks answers to drills. The twin of `Drill.check` in `shudu/learn/drill.py`; golden data checks that both agree. */

import type { AnswerOut, DrillOut } from '../api/schema';
import { parseCell } from '../game/move';

export type FeedbackKind = 'right' | 'not yet' | 'wrong';
export type Reason =
  'right' | 'empty' | 'other' | 'extra' | 'own-cells' | 'incomplete' | 'unmarked' | 'missing-cells' | 'extra-cells';

/** What a learner says: digits written and candidates removed (7r3c5), cells marked (r3c5). */
export interface Claim {
  places: readonly string[];
  removes: readonly string[];
  cells: readonly string[];
}

export interface Feedback {
  kind: FeedbackKind;
  reason: Reason;
  candidates: string[];
  cells: string[];
  /** The answer that the claim matches best. */
  answer: AnswerOut | null;
}

/** The candidates of each empty cell, by name. */
export type Candidates = ReadonlyMap<string, readonly string[]>;

const say = (kind: FeedbackKind, reason: Reason, parts: Partial<Feedback> = {}): Feedback => ({
  kind,
  reason,
  candidates: [],
  cells: [],
  answer: null,
  ...parts,
});

export function check(
  drill: Pick<DrillOut, 'solution' | 'answers' | 'marks_pattern'>,
  here: Candidates,
  claim: Claim,
): Feedback {
  const places = new Set(claim.places);
  const removes = new Set(claim.removes);
  if (!places.size && !removes.size) return say('not yet', 'empty');
  const proven = drill.answers.map((answer) => close(here, answer.places, answer.removes));
  const extra = [
    ...[...places].filter((each) => !proven.some((one) => one.places.has(each))),
    ...[...removes].filter((each) => !proven.some((one) => one.removes.has(each))),
  ].sort();
  if (extra.length) return checkUnproven(drill, claim, extra);
  const all = close(here, claim.places, claim.removes);
  const complete = drill.answers.filter(
    (answer) =>
      answer.places.every((each) => all.places.has(each)) && answer.removes.every((each) => all.removes.has(each)),
  );
  if (!complete.length) return say('not yet', 'incomplete');
  return drill.marks_pattern ? checkPattern(complete, claim.cells) : say('right', 'right', { answer: complete[0]! });
}

/** Add what follows inside a cell: writing a digit removes the others, removing all but one writes it. */
function close(here: Candidates, places: readonly string[], removes: readonly string[]) {
  const all = { places: new Set(places), removes: new Set(removes) };
  for (const place of places)
    for (const other of here.get(place.slice(1)) ?? []) if (other !== place) all.removes.add(other);
  for (const cell of new Set(removes.map((each) => each.slice(1)))) {
    const left = (here.get(cell) ?? []).filter((each) => !all.removes.has(each));
    if (left.length === 1) all.places.add(left[0]!);
  }
  return all;
}

/** Judge a claim some of which does not follow. The reason does not tell true from false: guessing reveals nothing. */
function checkUnproven(
  { solution, answers, marks_pattern }: Pick<DrillOut, 'solution' | 'answers' | 'marks_pattern'>,
  { places, removes, cells }: Claim,
  extra: string[],
): Feedback {
  const isTrue = (candidate: string) => solution[parseCell(candidate.slice(1))] === candidate[0];
  const kind = places.every(isTrue) && !removes.some(isTrue) ? 'not yet' : 'wrong';
  const pattern = new Set(answers.flatMap((answer) => answer.pattern));
  const sparesPattern = marks_pattern && !answers.some((each) => each.removes.some((one) => pattern.has(one.slice(1))));
  const own = extra.filter((candidate) => cells.includes(candidate.slice(1)));
  if (own.length && sparesPattern) return say(kind, 'own-cells', { candidates: own });
  const isAll = extra.length === new Set(places).size + new Set(removes).size;
  return say(kind, isAll ? 'other' : 'extra', { candidates: extra });
}

function checkPattern(complete: readonly AnswerOut[], marked: readonly string[]): Feedback {
  const cells = new Set(marked);
  const first = complete[0]!;
  if (!cells.size) return say('not yet', 'unmarked', { answer: first });
  const distance = ({ pattern }: AnswerOut) => difference(cells, pattern).length + difference(pattern, cells).length;
  const best = complete.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  const union = new Set(complete.flatMap(({ pattern }) => pattern));
  const isUnion = cells.size === union.size && difference(cells, union).length === 0;
  if (isUnion || distance(best) === 0) return say('right', 'right', { answer: best });
  const strange = difference(cells, best.pattern);
  if (strange.length) return say('not yet', 'extra-cells', { cells: strange, answer: best });
  return say('not yet', 'missing-cells', { cells: difference(best.pattern, cells), answer: best });
}

const difference = (one: Iterable<string>, other: Iterable<string>): string[] => {
  const gone = new Set(other);
  return [...one].filter((each) => !gone.has(each));
};
