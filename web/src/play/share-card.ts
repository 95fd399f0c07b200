/** A picture of a result to share: time, difficulty and the pattern of the clues, but none of the digits. */

import { t } from '../app/i18n';
import { formatDate } from '../app/i18n/format';
import { saveFile } from '../shared/download';
import { clock } from '../shared/time';

interface Card {
  puzzle: readonly number[];
  /** The name of the difficulty or technique; empty for a puzzle the player brought along. */
  name: string;
  /** The name of the daily puzzle, such as `2026-01-31/easy`. */
  daily: string | null;
  time: number;
}

const SIZE = { width: 1200, height: 630 };
const BOARD = 486; // pixels
// The interface's fonts, as in app.css.
const FACE =
  "-apple-system, 'Segoe UI', Roboto, Inter, system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";
const COLOURS = {
  page: '#f6f5f1',
  paper: '#ffffff',
  ink: '#16181d',
  soft: '#5a606b',
  clue: '#1a55ad',
  face: '#ffe08a',
};

/** Share the picture where the system offers it, else save it. */
export async function shareCard(card: Card): Promise<void> {
  const picture = await drawCard(card);
  const file = new File([picture], 'sudoku.png', { type: 'image/png' });
  const data = { files: [file], text: text(card) };
  if (navigator.canShare?.(data)) await navigator.share(data);
  else saveFile(picture, file.name);
}

const title = ({ daily, name }: Card): string =>
  daily
    ? t('card.daily', { name, day: formatDate(new Date(`${daily.slice(0, 10)}T12:00`), { dateStyle: 'long' }) })
    : name
      ? t('card.title', { name })
      : t('card.own');

const text = (card: Card): string => `${title(card)} · ${clock(card.time)}`;

/** Draw the picture as PNG. */
export async function drawCard(card: Card): Promise<Blob> {
  await document.fonts.load('700 64px Numerals').catch(() => []);
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = COLOURS.page;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  drawPattern(pen, card.puzzle);
  const left = 72 + BOARD + 72;
  pen.fillStyle = COLOURS.soft;
  pen.font = `32px ${FACE}`;
  pen.fillText(title(card), left, 210, SIZE.width - left - 40);
  pen.fillStyle = COLOURS.ink;
  pen.font = `700 128px Numerals, ${FACE}`;
  pen.fillText(clock(card.time), left, 350);
  drawXiaoge(pen, left, 420);
  pen.font = `600 36px ${FACE}`;
  pen.fillText('shudu 数独', left + 112, 484);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Xiaoge, glad about the result, in a square of 88 pixels. */
function drawXiaoge(pen: OffscreenCanvasRenderingContext2D, left: number, top: number): void {
  pen.save();
  pen.translate(left, top);
  pen.scale(88 / 52, 88 / 52);
  pen.translate(-6, -8);
  pen.lineWidth = 2.5;
  pen.lineCap = 'round';
  pen.strokeStyle = COLOURS.ink;
  pen.fillStyle = COLOURS.face;
  pen.beginPath();
  pen.roundRect(6, 8, 52, 50, 14);
  pen.fill();
  pen.stroke();
  pen.stroke(new Path2D('M18 33q4-6 8 0M38 33q4-6 8 0M24 42q8 10 16 0z'));
  pen.restore();
}

/** The cells of the clues, without their digits. */
function drawPattern(pen: OffscreenCanvasRenderingContext2D, puzzle: readonly number[]): void {
  const side = BOARD / 9;
  const top = (SIZE.height - BOARD) / 2;
  pen.fillStyle = COLOURS.paper;
  pen.fillRect(72, top, BOARD, BOARD);
  puzzle.forEach((digit, cell) => {
    pen.fillStyle = digit ? COLOURS.clue : COLOURS.face;
    pen.beginPath();
    pen.roundRect(72 + (cell % 9) * side + 5, top + Math.floor(cell / 9) * side + 5, side - 10, side - 10, 8);
    pen.fill();
  });
  pen.strokeStyle = COLOURS.ink;
  pen.lineWidth = 4;
  for (const line of [0, 3, 6, 9]) {
    pen.strokeRect(72 + line * side, top, 0, BOARD);
    pen.strokeRect(72, top + line * side, BOARD, 0);
  }
}
