/** Generated from the server's OpenAPI by tools/api_types.py; do not edit. */
export interface AlgorithmOut {
  id: string;
  name: WordsOut;
  about: WordsOut;
  lines: WordsOut[];
}

export interface Append {
  seq: number;
  moves: SentMove[];
}

export interface Appended {
  length: number;
  at: number;
  time: number;
  finished: number | null;
  result: ResultOut | null;
}

export interface BoardOut {
  digits: string;
  centre: Record<string, string>;
  corner: Record<string, string>;
  crossed: Record<string, string>;
  colours: Record<string, string>;
  auto: boolean;
  noted: boolean;
}

export interface BoardPage {
  entries: EntryOut[];
  next: string | null;
  you: EntryOut | null;
}

export interface CheckOut {
  length: number;
  mode: 'rules' | 'solution';
  wrong: string[];
  back: number | null;
}

export interface CheckWish {
  mode?: 'rules' | 'solution';
}

export interface CountOut {
  puzzle: string;
  count: number;
  limit: number;
  solutions: string[];
  differing: string[];
}

export interface CountWish {
  puzzle: string;
  limit?: number;
}

export interface EntryOut {
  rank: number;
  name: string | null;
  you: boolean;
  time: number;
  help: 'none' | 'candidates' | 'check' | 'step';
  hints: number;
  mistakes: number;
  finished: number;
  flags: string[];
}

export interface FormatOut {
  id: string;
  english: string;
  chinese: string;
  suffix: string;
  kind: 'line' | 'document' | 'collection' | 'picture';
  carries: string[];
}

export interface FoundSheet {
  line: number;
  sheet: SheetOut;
  dropped: string[];
}

export interface GameOut {
  id: string;
  puzzle: string;
  puzzle_id: string | null;
  difficulty: 'easy' | 'medium' | 'hard';
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  started: number;
  seen: number;
  shared: boolean;
  again: boolean;
  offline: boolean;
  board: BoardOut;
  length: number;
  at: number;
  time: number;
  paused: boolean;
  check: 'end' | 'rules' | 'solution';
  hints: HintsOut;
  help: 'none' | 'candidates' | 'check' | 'step';
  checkpoints: string[];
  undo: number;
  redo: number;
  finished: number | null;
  moves: TimedMoveOut[];
  result: ResultOut | null;
}

export interface GamePage {
  games: GameSummaryOut[];
  next: string | null;
}

export interface GameSummaryOut {
  id: string;
  puzzle: string;
  puzzle_id: string | null;
  difficulty: 'easy' | 'medium' | 'hard';
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  started: number;
  finished: number | null;
  length: number;
}

export interface GameWish {
  difficulty?: 'easy' | 'medium' | 'hard' | null;
  level?: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  clues?: number | null;
  technique?: string | null;
  puzzle?: string | null;
  daily?: string | null;
  line?: string | null;
  again?: string | null;
}

export interface HintOut {
  length: number;
  candidates: string | null;
  step: StepHint | null;
}

export interface HintWish {
  cell?: string | null;
  level?: number | null;
  language?: 'en' | 'zh';
}

export interface HintsOut {
  candidates: number;
  steps: number;
  open: number;
}

export interface LinkOut {
  start: string[];
  end: string[];
  strong: boolean;
  proof: string;
}

export interface MakingWish {
  method?: string;
  seed?: number;
  clues?: number;
  symmetry?: 'none' | 'rotate180' | 'rotate90' | 'horizontal' | 'vertical' | 'diagonal' | 'antidiagonal' | 'both';
}

export interface MethodOut {
  id: string;
  name: WordsOut;
  about: WordsOut;
  lines: WordsOut[];
  makes: 'grid' | 'puzzle';
}

export interface MistakeOut {
  placed: boolean;
  cell: string | null;
}

export interface NameWish {
  name: string | null;
}

export interface OfferOut {
  id: string;
  clues: number;
  difficulty: 'easy' | 'medium' | 'hard';
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme';
  score: number;
  technique: string;
}

export interface PlayerOut {
  id: string;
  name: string | null;
  created: number;
}

export interface PositionWish {
  puzzle: string;
  digits: string;
  crossed?: string[];
  level?: number;
  language?: 'en' | 'zh';
}

export interface PrintWish {
  make?: PuzzlesWish | null;
  sheets?: SheetData[] | null;
  worksheet?: WorksheetWish | null;
  style?: StyleWish;
}

export interface Problem {
  code: string;
  message: string;
  detail: Record<string, unknown>;
}

export interface PuzzleOut {
  id: string;
  clues: number;
  difficulty: 'easy' | 'medium' | 'hard';
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme';
  score: number;
  technique: string;
  line: string;
}

export interface PuzzleText {
  puzzle: string;
}

export interface PuzzleWish {
  difficulty?: 'easy' | 'medium' | 'hard' | null;
  level?: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  clues?: number | null;
  technique?: string | null;
}

export interface PuzzlesWish {
  count?: number;
  difficulty?: 'easy' | 'medium' | 'hard' | null;
  level?: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  symmetry?: 'none' | 'rotate180' | 'rotate90' | 'horizontal' | 'vertical' | 'diagonal' | 'antidiagonal' | 'both';
  seed?: number | null;
}

export interface RateWish {
  puzzle: string;
  profile?: 'hodoku';
  language?: 'en' | 'zh';
}

export interface RatingOut {
  puzzle: string;
  profile: string;
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme';
  score: number;
  hardest: string;
  counts: Record<string, number>;
  path: StepOut[];
  sentences: string[];
}

export interface ReadError {
  line: number;
  column: number;
  found: string;
  expected: string;
}

export interface ReadOut {
  format: string | null;
  sheets: FoundSheet[];
  errors: ReadError[];
  more: boolean;
}

export interface ReadWish {
  text: string;
  format?: string | null;
  language?: 'en' | 'zh';
}

export interface RestoredOut {
  games: number;
  known: number;
  ranked: boolean;
}

export interface ResultOut {
  time: number;
  elapsed: number;
  help: 'none' | 'candidates' | 'check' | 'step';
  hints: number;
  mistakes: number;
  moves: number;
  pauses: number;
  finished: number;
  shared: boolean;
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme' | null;
  unranked: ('own' | 'again' | 'offline' | 'restored')[];
  flags: ('fast' | 'burst' | 'even' | 'order' | 'pace')[];
  rank: number | null;
}

export interface SentMove {
  move: string;
  at: number | null;
}

export interface SessionOut {
  id: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface SheetData {
  puzzle: string;
  digits: string;
  candidates: Record<string, string> | null;
  centre: Record<string, string>;
  corner: Record<string, string>;
  colours: Record<string, string>;
  facts: Record<string, string>;
  moves: string[];
}

export interface SheetOut {
  puzzle: string;
  digits: string;
  candidates: Record<string, string> | null;
  centre: Record<string, string>;
  corner: Record<string, string>;
  colours: Record<string, string>;
  facts: Record<string, string>;
  moves: string[];
}

export interface SolveOut {
  puzzle: string;
  solution: string;
}

export interface StatisticsOut {
  by_difficulty: Record<string, SummaryOut>;
  streak: number;
  longest_streak: number;
}

export interface StepHint {
  kind: 'step' | 'mistake' | 'solved' | 'no solution' | 'several solutions' | 'stuck';
  level: number;
  region: string[];
  technique: string | null;
  cells: string[];
  step: StepOut | null;
  sentence: string | null;
  mistake: MistakeOut | null;
  moves: string[];
}

export interface StepOut {
  technique: string;
  places: string[];
  removes: string[];
  roles: Record<string, string[]>;
  links: LinkOut[];
}

export interface StyleWish {
  title?: string;
  language?: 'en' | 'zh';
  paper?: 'a4' | 'letter' | 'a5';
  per_page?: 1 | 2 | 4 | 6;
  candidates?: boolean;
  ratings?: boolean;
  solutions?: boolean;
  upside_down?: boolean;
  cover?: boolean;
  large?: boolean;
  progress?: boolean;
  address?: string;
}

export interface SummaryOut {
  started: number;
  finished: number;
  best: number | null;
  mean: number | null;
  median: number | null;
  distribution: Record<string, number>;
  trend: [number, number][];
  helps: Record<string, number>;
}

export interface TechniqueOut {
  id: string;
  family: string;
  level: 'easy' | 'medium' | 'hard' | 'unfair' | 'extreme';
  score: number;
}

export interface TimedMoveOut {
  at: number;
  move: string;
}

export interface TraceWish {
  puzzle: string;
  by?: string;
  limit?: number | null;
  events?: number;
  seed?: number;
}

export interface TransferClaim {
  code: string;
}

export interface TransferOut {
  code: string;
  expires: number;
}

export interface WordsOut {
  zh: string;
  en: string;
}

export interface WorksheetWish {
  technique: string;
  exercises?: number;
  seed?: number | null;
}

export interface WriteWish {
  format: string;
  sheet: SheetData;
}

export interface WrittenOut {
  text: string;
  encoding: 'utf-8' | 'base64';
  name: string;
  media: string;
  lost: string[];
}

