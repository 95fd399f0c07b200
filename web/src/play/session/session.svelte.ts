/** A game on the screen: connects the game, the selection, hints, the server and messages to the player. */

import { list, t } from '../../app/i18n';
import type { Choice } from '../../board/view';
import { cellWords, houseWords } from '../../app/i18n/names';
import { settings } from '../../app/settings.svelte';
import { candidates, COLOURS } from '../../game/board';
import type { CheckMode, Game } from '../../game/game';
import { againstSolution, lossIn, stepsBack, type Fits } from '../../game/mistakes';
import { displayName, onCellsText, parseCell } from '../../game/move';
import { afterPaint } from '../../shared/after-paint';
import { announce } from '../../shared/announce.svelte';
import { has, listOf } from '../../shared/core/digits';
import { HOUSES_OF, type Cell, type Digit } from '../../shared/core/geometry';
import { clashes, clashingCells, isFull, missingIn } from '../../shared/core/rules';
import { save } from '../../shared/storage';
import { clock } from '../../shared/time';
import type { PathStep } from '../panels/solution-path';
import { remember } from '../history';
import type { SavedGame } from '../saved-games';
import { GameStore, type MoveOutcome } from './game-store.svelte';
import { HintFlow } from './hint-flow.svelte';
import { LAST_STAGE, wordsOf } from './hint';
import { Selection, type Mode } from './selection.svelte';
import { Sender } from './sender.svelte';
import { learnFrom } from './skill';

export type Panel = 'hint' | 'checkpoints' | 'options' | 'share' | 'result' | 'path' | null;

const NO_CELLS: ReadonlySet<Cell> = new Set();
const SILENCE = () => '';

export class Session {
  readonly store: GameStore;
  readonly selection: Selection;
  readonly hints: HintFlow;
  readonly sender: Sender;

  panel: Panel = $state(null);
  /** Wrong entries found by a check, until the board changes. */
  mistakes: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  /** The cell whose candidates are shown, until the next move. */
  revealed: Cell | null = $state(null);
  /** The step of the solution path shown on the board instead of the game. */
  review: PathStep | null = $state.raw(null);
  /** Whether dragging adds or removes a note; null if it does neither. */
  private painting: boolean | null = null;
  /** Cells whose candidates were shown in this position; showing them again does not count. */
  private revealedCells = new Set<Cell>();
  private words: () => string = $state.raw(SILENCE);
  /** The last message, in the current language. */
  readonly message = $derived(this.words());

  readonly clashing = $derived.by(() => clashingCells(this.settled.board.digits));
  /** The cells shown as wrong, depending on the check mode. */
  readonly errors: ReadonlySet<Cell> = $derived.by(() => {
    const { board, check } = this.settled;
    const byRules = check === 'rules' || (check === 'end' && isFull(board.digits)) ? this.clashing : NO_CELLS;
    const bySolution = check === 'solution' ? againstSolution(board, this.fits) : NO_CELLS;
    return new Set([...byRules, ...bySolution, ...this.mistakes, ...this.hints.wrongCells]);
  });

  /** The first mistake that live checking shows, in words, until it is corrected. */
  readonly warning = $derived.by(() => {
    const { board, check } = this.settled;
    if (check === 'end' || !this.errors.size) return '';
    const { current } = this.selection;
    const repeats = clashes(board.digits);
    const repeat = repeats.find(({ cells }) => cells.includes(current)) ?? repeats[0];
    if (repeat) return t('play.repeat', { digit: repeat.digit, house: houseWords(repeat.house) });
    const wrong = this.errors.has(current) ? current : [...this.errors][0]!;
    return check === 'solution' ? this.refute(wrong) : '';
  });
  /** A key that would count as help and waits to be pressed again. */
  private asked: 'hint' | 'check' | null = null;

  constructor(
    saved: SavedGame,
    readonly fits: Fits,
    /** Resolves when `fits` knows the solution; rejects if the kernel failed to load. */
    private readonly waitForSolution: () => Promise<unknown> = async () => {},
  ) {
    this.sender = new Sender(saved);
    this.store = new GameStore(saved, () => void this.sender.send());
    this.hints = new HintFlow(this.store, fits, waitForSolution);
    announce(''); // the last game's words
    this.selection = new Selection(this.game.board.digits, !this.store.finished);
    if (this.store.finished) this.panel = 'result';
    if (!this.game.moves.length && settings.check !== 'end') this.play(`check:${settings.check}`);
    this.recallCandidates();
  }

  get game(): Game {
    return this.store.game;
  }

  /** The game on the screen. */
  get settled(): Game {
    return this.store.settled;
  }

  /** Play a move now and return whether it was accepted. The reason for a rejection is shown unless `quiet`. */
  play(text: string, quiet = false): boolean {
    const outcome = this.store.play(text, this.selection.current);
    if (outcome.kind === 'played') this.follow(outcome);
    else if (!quiet) this.notify(() => t(`badMove.${outcome.reason}`));
    return outcome.kind === 'played';
  }

  /** Return that an entry is wrong, and why if one look at the board shows it. */
  private refute(wrong: Cell): string {
    const { digits } = this.settled.board;
    const digit = digits[wrong]!;
    const loss = lossIn(digits.map((each, cell) => (cell !== wrong && this.errors.has(cell) ? 0 : each)));
    if (!loss) return t('play.wrongHere', { digit, cell: cellWords(wrong) });
    if ('cell' in loss) return t('play.wrongCell', { digit, cell: cellWords(loss.cell) });
    return t('play.wrongHouse', { digit, house: houseWords(loss.house), lost: loss.digit });
  }

  /** Show a message and announce it to screen readers. */
  notify(words: () => string): void {
    this.words = words;
    announce(words());
  }

  /** Select cells; in digit-first mode a press (`writes`) also writes, and dragging a note paints it on. */
  choose(cell: Cell, how: Choice, writes = false): void {
    this.store.settle();
    const paints = writes && this.selection.sticky !== 0 && this.selection.isNotes;
    this.selection.choose(cell, how.drag && paints ? { extend: false, toggle: false } : how);
    if (!writes) return;
    if (!how.extend) {
      this.writeSticky();
      this.painting = paints ? has(this.marks(cell), this.selection.sticky) : null;
    } else if (how.drag && paints) this.paint(cell);
  }

  /** A cell held down in digit-first mode takes the digit as a note, instead of the digit itself. */
  hold(cell: Cell): void {
    const { sticky, mode } = this.selection;
    if (!sticky || mode !== 'digit' || this.selection.current !== cell) return;
    if (this.game.board.digits[cell] === sticky && !this.game.board.givens[cell]) this.play('undo');
    if (!this.game.board.digits[cell]) this.write(sticky, 'centre');
  }

  /** Give a cell the note being painted, or remove it, like the first cell of the drag. */
  private paint(cell: Cell): void {
    const { sticky } = this.selection;
    if (this.painting === null || this.game.board.digits[cell]) return;
    if (has(this.marks(cell), sticky) !== this.painting) this.write(sticky);
  }

  /** Write the selected digit. In colour mode it only names the candidate to colour. */
  writeSticky(): void {
    const { sticky, mode } = this.selection;
    if (sticky && mode !== 'colour') this.write(sticky);
  }

  /** Handle a digit from the keyboard or keypad: write it or, in digit-first mode, select it. */
  digit(digit: Digit): void {
    if (settings.digitFirst && this.selection.mode !== 'colour') this.selection.toggleSticky(digit);
    else this.write(digit);
  }

  /** Write a digit, a note or a colour into the selected cells. With several cells a digit becomes a note. */
  write(digit: Digit, mode: Mode = this.selection.mode): void {
    const cells = [...this.selection.cells];
    if (!cells.length) return this.notify(() => t('play.chooseFirst'));
    if (mode === 'colour') return this.colour(digit);
    if (mode === 'corner') return void this.play(onCellsText(cells, `^${digit}`));
    if (mode === 'centre' || cells.length > 1) return void this.play(onCellsText(cells, `~${digit}`));
    const [cell] = cells;
    const { digits, givens } = this.game.board;
    const isThere = digits[cell!] === digit && !givens[cell!];
    this.play(onCellsText(cells, isThere ? '-' : `=${digit}`));
  }

  clear(): void {
    if (this.selection.cells.size) this.play(onCellsText(this.selection.cells, '-'), true);
  }

  /** Colour the selected cells or, if a digit is highlighted or selected, that candidate in them. */
  colour(number: number): void {
    const letter = COLOURS[number - 1];
    if (!letter) return this.clear();
    const cells = this.selection.sorted;
    const digit = this.selection.filter || this.selection.sticky;
    const marked = digit ? cells.filter((cell) => has(this.marks(cell), digit)) : [];
    if (!marked.length) return void this.play(onCellsText(cells, `#${letter}`));
    this.play(`${marked.map((cell) => digit + onCellsText([cell], '')).join(',')}#${letter}`);
  }

  nextFilter(): void {
    this.selection.nextFilter(this.game.board.digits[this.selection.current]!);
    const { filter } = this.selection;
    this.notify(() => (filter ? t('play.filter', { n: filter }) : t('play.filterOff')));
  }

  setCheck(mode: CheckMode): void {
    settings.check = mode;
    if (mode !== this.game.check) this.play(`check:${mode}`);
  }

  /** Take help by a key. The first time, the key explains itself and waits to be pressed again. */
  helpByKey(kind: 'hint' | 'check', key: string): void {
    if (settings.helpConfirmed || this.store.finished || this.asked === kind || this.panel === 'hint') {
      if (this.asked === kind) settings.helpConfirmed = true;
      this.asked = null;
      return void (kind === 'hint' ? this.nextHint() : this.checkNow());
    }
    this.asked = kind;
    this.notify(() => t(`play.ask.${kind}`, { key }));
  }

  async checkNow(): Promise<void> {
    if (!this.play('check:now') || !(await this.knows())) return;
    this.mistakes = againstSolution(this.game.board, this.fits);
    const n = this.mistakes.size;
    this.notify(() => (n ? t('play.wrong', { n }) : t('play.allRight')));
  }

  /** Show the candidates of the current cell, the simpler kind of hint. */
  revealCandidates(): void {
    const cell = this.selection.current;
    if (!this.selection.cells.size) return this.notify(() => t('play.chooseFirst'));
    if (!this.revealedCells.has(cell) && !this.play(`hint:${onCellsText([cell], '')}`)) return;
    this.revealedCells.add(cell);
    this.revealed = cell;
    const fitting = listOf(candidates(this.game.board, cell));
    const key = fitting.length ? 'hint.cell' : 'hint.cellNone';
    this.notify(() => t(key, { cell: cellWords(cell), digits: list(fitting) }));
  }

  /** Show the candidates again if asking for them was the last move. */
  private recallCandidates(): void {
    const last = this.game.moves.findLast(({ move }) => !/^(pause|resume)$/.test(move))?.move ?? '';
    if (!/^hint:r/.test(last) || this.store.over) return;
    const cell = parseCell(last.slice('hint:'.length));
    this.revealedCells.add(cell);
    this.selection.choose(cell, { extend: false, toggle: false });
    this.revealCandidates();
  }

  /** Open the next stage of the hint; after the finish, the result. */
  async nextHint(): Promise<void> {
    this.panel = this.store.finished ? 'result' : 'hint';
    const before = this.game;
    this.words = SILENCE; // what a key asked has been answered
    const outcome = await this.hints.next();
    if (outcome.kind === 'away') announce(t('hint.away')); // the panel shows it
    if (outcome.kind !== 'opened') return;
    const { hint, stage } = outcome;
    this.follow({
      kind: 'played',
      boardChanged: this.game.board !== before.board,
      justFinished: before.finished === null && this.game.finished !== null,
    });
    if (stage === LAST_STAGE) this.notify(() => wordsOf(hint, stage));
    else announce(wordsOf(hint, stage)); // the panel shows it
  }

  /** Request the hint of a game that was left between two stages. */
  async recallHint(): Promise<void> {
    if ((await this.hints.recall()).kind === 'away') announce(t('hint.away'));
  }

  /** Undo to the last position without a mistake. */
  async backToCorrect(): Promise<void> {
    if (!(await this.knows())) return;
    const steps = stepsBack(this.game, this.fits);
    if (!steps) this.notify(() => t('play.allRight'));
    else if (this.play(`back:${steps}`)) this.notify(() => t('play.back'));
  }

  /** List the digits missing in the row, column or box of the current cell. */
  listMissing(kind: 0 | 1 | 2): void {
    const house = HOUSES_OF[this.selection.current]![kind]!;
    const digits = listOf(missingIn(this.game.board.digits, house));
    const key = digits.length ? 'play.missing' : 'play.complete';
    this.notify(() => t(key, { house: houseWords(house), digits: list(digits) }));
  }

  /** Save a checkpoint under a name or the next free number. */
  checkpoint(name = this.freeNumber()): void {
    if (this.play(`checkpoint:${name}`)) this.notify(() => t('play.checkpoint', { name: displayName(name) }));
  }

  private freeNumber(): string {
    const names = new Set(this.game.checkpoints.map(([name]) => name));
    let number = names.size + 1;
    while (names.has(String(number))) number++;
    return String(number);
  }

  returnTo(name: string): void {
    if (this.play(`return:${name}`)) this.notify(() => t('play.returned', { name: displayName(name) }));
  }

  returnToLast(): void {
    const last = this.game.checkpoints.at(-1);
    if (!last) return this.notify(() => t('play.noCheckpoint'));
    this.returnTo(last[0]);
  }

  /** Restore the puzzle as it was given; undo brings the entries back. */
  restart(): void {
    if (this.play('restart')) this.notify(() => t('play.restarted'));
  }

  togglePause(): void {
    save('left', ''); // the player's own pause holds in every tab
    this.play(this.store.paused ? 'resume' : 'pause');
  }

  /** Stop the clock when the game is left. */
  leave(): void {
    this.store.leave();
  }

  /** Load what another tab has played. */
  reload(key: string | null): void {
    if (this.store.reload(key)) {
      this.mistakes = NO_CELLS;
      this.revealed = this.review = null;
      this.hints.forget();
    }
    if (this.store.finished && this.store.saved.remote) void this.sender.send(); // for the rank
  }

  private marks(cell: Cell): number {
    return this.game.board.centre[cell]! | this.game.board.corner[cell]!;
  }

  private async knows(): Promise<boolean> {
    try {
      await this.waitForSolution();
      return true;
    } catch {
      this.notify(() => t('app.noKernel'));
      return false;
    }
  }

  /** Clear messages that last until the next move, and detect the finish. */
  private follow({ boardChanged, justFinished }: Extract<MoveOutcome, { kind: 'played' }>): void {
    this.words = SILENCE;
    this.asked = null;
    this.revealed = null;
    this.review = null;
    if (boardChanged) {
      this.mistakes = NO_CELLS;
      this.revealedCells.clear();
    }
    if (justFinished) {
      void learnFrom(this.game, this.store.saved.started);
      afterPaint(this.win);
    } else if (boardChanged && isFull(this.game.board.digits) && !this.store.finished)
      this.notify(() => t('play.fullWrong'));
  }

  /** Let the last digit appear before the result covers the screen. */
  private readonly win = (): void => {
    this.panel = 'result';
    remember(this.store.saved);
    this.selection.clearCells();
    this.notify(() => t('play.won', { time: clock(this.store.time) }));
  };
}
