// Answers puzzles from standard input with the WebAssembly module: the same bytes as kernel/tests/answers.cc. With "se"
// instead of a limit, rates them: 16 bytes per puzzle, as in kernel.h.
import { readFileSync, writeSync } from "node:fs";

const [file, limit] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const kernel = instance.exports;
const lines = readFileSync(0, "latin1").split("\n").filter((line) => line.length >= 81);

let next = (kernel.__heap_base.value + 63) & ~63;
function room(bytes) {
  const start = next;
  next = (next + bytes + 63) & ~63;
  const missing = next - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / 65536));
  return start;
}

const n = lines.length;
const puzzles = room(81 * n);
const rating = limit === "se";
const solutions = room(81 * n);
const counts = room(8 * n);
const ratings = room(16 * n);
const workspace = room(rating ? kernel.shudu_se_workspace() : kernel.shudu_solve_workspace());
const memory = new Uint8Array(kernel.memory.buffer);
lines.forEach((line, i) => {
  for (let c = 0; c < 81; c++) memory[puzzles + 81 * i + c] = Number(line[c]) || 0;
});
const status = rating
  ? kernel.shudu_se(puzzles, n, 0n, ratings, workspace, 0)
  : kernel.shudu_solve(puzzles, n, BigInt(limit), solutions, counts, 0, workspace, 0);
function write(bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
if (rating) write(memory.subarray(ratings, ratings + 16 * n));
else {
  write(memory.subarray(solutions, solutions + 81 * n));
  write(memory.subarray(counts, counts + 8 * n));
}
process.exitCode = status;
