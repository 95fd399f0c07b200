/** Links that carry a puzzle, or a game, in their fragment: no server sees them. */

import { readGrid, writeLine } from '../shared/core/grid-text';
import type { Game } from '../game/game';
import { gameText } from '../game/game';

/** A link to the puzzle alone. */
export const puzzleLink = (puzzle: readonly number[], base: string): string => `${base}#/p/${writeLine(puzzle)}`;

/** A link to the puzzle with everything played so far. */
export async function gameLink(game: Game, base: string): Promise<string> {
  const moves = gameText(game).split('\n').slice(1).join('\n');
  return `${puzzleLink(game.puzzle, base)}/${await pack(moves)}`;
}

/** The text of the game a link carries: its line and, if there are any, its moves. */
export async function readLink([line = '', packed = '']: string[]): Promise<string> {
  const puzzle = writeLine(readGrid(line));
  return packed ? `${puzzle}\n${await unpack(packed)}` : puzzle;
}

async function pack(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

async function through(data: BodyInit, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Response(data).body!.pipeThrough(
    stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  );
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
