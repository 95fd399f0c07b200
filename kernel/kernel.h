// The C ABI of the shudu kernel: every function that Python (ctypes) and the browser (WebAssembly) call.
//
// Rules for all functions
// - A grid is 81 bytes, row by row: 0 for an empty cell, 1..9 for a digit. Other bytes give SHUDU_BAD_INPUT.
// - No memory is allocated and there is no global state. The caller passes a workspace, aligned to 64 bytes, whose
//   size the matching *_workspace function returns. Functions are re-entrant; a workspace serves one call at a time.
// - Results depend on the input alone: they are the same for every instruction set, lane width and batch size.
// - `stop` may be null. Otherwise it is polled, and a value other than 0 ends the call with SHUDU_STOPPED.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define SHUDU_API extern "C" __declspec(dllexport)
#else
#define SHUDU_API extern "C" __attribute__((visibility("default")))
#endif

enum shudu_status : int32_t {
    SHUDU_OK = 0,
    SHUDU_STOPPED = 1,   // `stop` was set
    SHUDU_BAD_INPUT = 2, // a byte or an argument outside its range
    SHUDU_EXHAUSTED = 3, // a bounded stack or buffer is full: a defect, or the caller's buffer is too small
};

// Work done by a search, summed over the puzzles of one call.
struct shudu_counters {
    uint64_t passes;     // half passes of propagation, counted per lane
    uint64_t guesses;    // branches taken
    uint64_t backtracks; // branches undone
};

// --- base/cpu.cc ----------------------------------------------------------------------------------------------------
// The x86-64 level of this processor and operating system: 4 (AVX-512), 3 (AVX2) or 1; always 1 elsewhere.
SHUDU_API int32_t shudu_cpu_level(void);

// --- solve/solve.cc -------------------------------------------------------------------------------------------------
// Solves n puzzles. counts[i] = number of solutions, at most `limit` (>= 1); solutions + 81*i = the first solution, or
// zeros if there is none. Puzzles with conflicting givens have no solution. `counters` may be null. If it is not, lanes
// without a puzzle of their own stay idle instead of helping others, so that the counters depend on the input alone.
// After any status other than SHUDU_OK the results are incomplete.
SHUDU_API size_t shudu_solve_workspace(void);
SHUDU_API int32_t shudu_solve(const uint8_t *puzzles, size_t n, uint64_t limit, uint8_t *solutions, uint64_t *counts,
                              shudu_counters *counters, void *workspace, const volatile int32_t *stop);

// --- solve/enumerate.cc ---------------------------------------------------------------------------------------------
// All solutions of one puzzle in batches: call begin once, then next until it writes fewer than `room`.
SHUDU_API size_t shudu_enumerate_workspace(void);
SHUDU_API int32_t shudu_enumerate_begin(const uint8_t *puzzle, void *workspace);
SHUDU_API int32_t shudu_enumerate_next(void *workspace, uint8_t *solutions, size_t room, size_t *written,
                                       const volatile int32_t *stop);

// --- solve/peer.cc --------------------------------------------------------------------------------------------------
// Lets another solver solve n puzzles, for benchmarks. `enumerate` is a function with the C interface of tdoku's
// TdokuEnumerate. lines + 82*i is a puzzle as 81 characters, '.' for an empty cell, and a line feed. counts[i] = the
// number of solutions up to `limit`; solutions + 81*i = the last one reported, as characters.
SHUDU_API void shudu_run_peer(const void *enumerate, const uint8_t *lines, size_t n, size_t limit, uint8_t *solutions,
                              uint64_t *counts);

// --- grids/frames.cc, count.cc, rank.cc, unrank.cc ------------------------------------------------------------------
// Every final grid has a number (its rank) below the exact count. Numbers are two 64-bit words, low word first. The
// workspace holds tables that shudu_grids_tables fills once; after that they are only read, so threads can share them.
SHUDU_API size_t shudu_grids_workspace(void);
SHUDU_API int32_t shudu_grids_tables(void *tables);
SHUDU_API void shudu_grids_count(const void *tables, uint64_t count[2]);
SHUDU_API int32_t shudu_unrank(const void *tables, const uint64_t *ranks, size_t n, uint8_t *grids);
SHUDU_API int32_t shudu_rank(const void *tables, const uint8_t *grids, size_t n, uint64_t *ranks);
// The terms of the count, one per class of top bands. classes + 3*i receives, for at most `room` classes, the number of
// frames in the class, the fillings of one frame and the completions of one band; count = 280 * 216 * the sum of their
// products. Returns the number of classes.
SHUDU_API size_t shudu_grids_classes(const void *tables, uint64_t *classes, size_t room);
// n exactly uniform grids, samples first_index, first_index + 1, ... of the seed. `ranks` may be null.
SHUDU_API int32_t shudu_sample_grids(const void *tables, uint64_t seed, uint64_t first_index, size_t n, uint8_t *grids,
                                     uint64_t *ranks);

// --- forms/canonical.cc ---------------------------------------------------------------------------------------------
// Min-lex canonical form of n final grids. automorphisms[i] = number of symmetries of grid i (>= 1). If `transforms`
// is not null, transforms + 28*i receives one symmetry that maps grid i to its canonical form, as 28 bytes: transpose
// (0 or 1), source row of each target row (9), source column of each target column (9), new digit of each old digit
// 1..9 (9). The grid is transposed first. `canonical` must not overlap the input.
SHUDU_API size_t shudu_canonical_workspace(void);
SHUDU_API int32_t shudu_canonical_tables(void *tables);
SHUDU_API int32_t shudu_canonical(const void *tables, const uint8_t *grids, size_t n, uint8_t *canonical,
                                  uint32_t *automorphisms, uint8_t *transforms);
// All symmetries (at most `room`) that map one grid to its canonical form; *written is their number.
SHUDU_API int32_t shudu_canonical_all(const void *tables, const uint8_t *grid, uint8_t *canonical, uint8_t *transforms,
                                      size_t room, size_t *written);

// --- forms/canonical_puzzles.cc -------------------------------------------------------------------------------------
// Canonical form of n puzzles with exactly one solution, which the caller passes: the smallest image under the
// symmetries that make the solution canonical. automorphisms[i] = number of symmetries of puzzle i.
SHUDU_API int32_t shudu_canonical_puzzles(const void *tables, const uint8_t *puzzles, const uint8_t *solutions,
                                          size_t n, uint8_t *canonical, uint32_t *automorphisms, uint8_t *transforms);

// --- forms/band_classes.cc ------------------------------------------------------------------------------------------
// Bands up to symmetry (arranging rows and columns, renaming digits): classes + 6*i receives the class of the three
// bands and the three stacks of grid i. Classes are numbered from 0 by their smallest bands.
SHUDU_API int32_t shudu_band_classes(const void *tables, const uint8_t *grids, size_t n, uint16_t *classes);
// Returns the number of classes. If `room` is large enough, bands + 27*c receives the smallest band of class
// c and weights + 2*c the number of final grids whose top band is in class c (low word first); the weights add up to
// the count.
SHUDU_API size_t shudu_band_class_weights(const void *tables, const void *grids_tables, uint8_t *bands,
                                          uint64_t *weights, size_t room);

// --- forms/unavoidable4.cc ------------------------------------------------------------------------------------------
// The number of unavoidable sets of four cells in each of n final grids.
SHUDU_API int32_t shudu_unavoidable4(const uint8_t *grids, size_t n, uint32_t *counts);

// --- forms/isomorphs.cc ---------------------------------------------------------------------------------------------
// A random image of each of n puzzles or grids, uniform over the symmetries. Image i depends on its puzzle, the seed
// and first_index + i. `transforms` may be null. `images` must not overlap `puzzles`.
SHUDU_API int32_t shudu_isomorphs(const uint8_t *puzzles, size_t n, uint64_t seed, uint64_t first_index,
                                  uint8_t *images, uint8_t *transforms);

// --- burnside/burnside.cc -------------------------------------------------------------------------------------------
// The number of final grids up to symmetry is the mean, over the 2 * 1296^2 symmetries of the cells, of the number of
// grids (up to renaming digits) that a symmetry fixes. Conjugate symmetries fix equally many. Returns the number of
// conjugacy classes; sizes[i] = number of symmetries in class i, for at most `room` classes. Class 0 is the identity.
SHUDU_API size_t shudu_burnside_classes(uint64_t *sizes, size_t room);
// The number of grids, up to renaming digits, that a symmetry of the class fixes. The number of grids up to symmetry is
// sum(sizes * fixed) / sum(sizes). Classes are independent, so threads can share the work with a workspace each. Most
// classes take no time, some a minute. `progress` may be null; otherwise it rises from 0 to 2^32 during the call.
SHUDU_API size_t shudu_burnside_workspace(void);
SHUDU_API int32_t shudu_burnside_fixed(const void *grids_tables, size_t class_number, uint64_t *fixed,
                                       volatile uint64_t *progress, void *workspace, const volatile int32_t *stop);

// --- dig/dig.cc -----------------------------------------------------------------------------------------------------
// Removes clues from n final grids while the solution stays unique and there are more than `goal` clues; with goal 0
// the puzzle is minimal. The random order depends on (seed, first_index + i) alone. Cells with the same number (0..80)
// in orbit_of are removed together; cells with a number above 80 stay. clues[i] = the number of clues left.
SHUDU_API size_t shudu_dig_workspace(void);
SHUDU_API int32_t shudu_dig(const uint8_t *grids, size_t n, const uint8_t *orbit_of, int32_t goal, uint64_t seed,
                            uint64_t first_index, uint8_t *puzzles, uint8_t *clues, shudu_counters *counters,
                            void *workspace, const volatile int32_t *stop);

// --- dig/lowclue.cc -------------------------------------------------------------------------------------------------
// Walks from n puzzles (one solution each, at most 40 clues) to puzzles with fewer clues, until they have `goal` clues
// or `patience` steps in a row bring no improvement. best + 81*i = the first puzzle of walk i with its smallest number
// of clues, clues[i] = that number, steps[i] = the step that found it. Walk i depends on its puzzle and (seed,
// first_index + i) alone.
SHUDU_API size_t shudu_lowclue_workspace(void);
SHUDU_API int32_t shudu_lowclue(const uint8_t *puzzles, size_t n, uint64_t seed, uint64_t first_index, int32_t goal,
                                int32_t patience, uint8_t *best, uint8_t *clues, uint32_t *steps,
                                shudu_counters *counters, void *workspace, const volatile int32_t *stop);

// --- dig/unbiased.cc ------------------------------------------------------------------------------------------------
// Minimal puzzles by controlled bias: `tries` tries for each of n final grids. puzzles + 81*k = the accepted puzzles, at
// most `room` (SHUDU_EXHAUSTED if there are more). numbers + 2*k receives first_index + i of the grid and the number of
// the try. The set of puzzles depends on grids, seed, first_index and tries alone; their order does not follow any rule.
SHUDU_API size_t shudu_unbiased_workspace(void);
SHUDU_API int32_t shudu_unbiased(const uint8_t *grids, size_t n, uint64_t seed, uint64_t first_index, uint64_t tries,
                                 uint8_t *puzzles, uint64_t *numbers, size_t room, size_t *written,
                                 shudu_counters *counters, void *workspace, const volatile int32_t *stop);

// --- logic/se.cc ----------------------------------------------------------------------------------------------------
// The rating of n puzzles by Sudoku Explainer 1.2.1. It is meaningful for puzzles with exactly one solution, which the
// caller checks. er, ep and ed are in tenths; `hardest` is a number of the enum Technique of logic/se/position.h, `steps`
// the number of hints applied. Each puzzle may use up to `budget` units of work (0: no limit): a unit is a step, a
// start of a chain, or a run of a forcing net, so that a unit takes longer in harder puzzles.
enum shudu_se_state : uint8_t {
    SHUDU_SE_UNRATED = 0,
    SHUDU_SE_RATED = 1,
    SHUDU_SE_OVER_BUDGET = 2, // the work exceeds the budget
    SHUDU_SE_TOO_LARGE = 3,   // a chain needs more memory than the workspace has
};
struct shudu_se_rating {
    uint16_t er, ep, ed;
    uint8_t hardest;
    uint8_t state;
    uint32_t steps;
    uint32_t reserved;
};
SHUDU_API size_t shudu_se_workspace(void);
SHUDU_API int32_t shudu_se(const uint8_t *puzzles, size_t n, uint64_t budget, shudu_se_rating *ratings, void *workspace,
                           const volatile int32_t *stop);

// --- logic/path.cc --------------------------------------------------------------------------------------------------
// Solving by human techniques: the first step of the first search that has one, again and again. A plan lists the
// searches in their order, two bytes each: a number of the enum Search of logic/path.cc (0 for a search of the caller),
// and a bit for each kind of step wanted. The state of a path is in the caller's hands and can be read at any time.
enum { SHUDU_PATH_SEARCHES = 128, SHUDU_PATH_KINDS = 4 };
enum shudu_path_state : uint8_t {
    SHUDU_PATH_ENDED = 0,  // none of the searches finds a step
    SHUDU_PATH_FILLED = 1, // every cell has a digit
    SHUDU_PATH_ASKS = 2,   // the caller must run search number `search`, then apply its step, or set search + 1
};
struct shudu_path {
    uint64_t places[9][2]; // the cells where each digit is a candidate, a bit per cell, low word first
    uint64_t givens[2];
    uint8_t digits[81];
    uint8_t state;
    uint8_t search; // the search to begin with; 0 after a step
    uint8_t reserved;
    uint16_t steps;                                          // found by shudu_path_follow
    uint16_t counts[SHUDU_PATH_SEARCHES][SHUDU_PATH_KINDS];  // the same by search and kind
    uint8_t first_kind[SHUDU_PATH_SEARCHES];                 // by search, the kind of its first step plus 1, or 0
    uint16_t naked_head, naked_end, hidden_head, hidden_end; // the singles that are known, oldest first
    uint16_t naked[128], hidden[384];
};
SHUDU_API size_t shudu_path_workspace(void);
// Starts n paths from puzzles, whose digits become givens.
SHUDU_API int32_t shudu_path_start(const uint8_t *digits, size_t n, shudu_path *paths, void *workspace);
// Applies a step that the caller found. A candidate is 81 * (digit - 1) + cell.
SHUDU_API int32_t shudu_path_apply(shudu_path *path, const uint16_t *removes, size_t removed, const uint16_t *places,
                                   size_t placed, void *workspace);
// Follows n paths as far as the plan leads. If `steps` is not null, the steps of all of them are appended to it: the
// number of the search, the kind, the numbers of candidates placed and removed, then these. 8192 words always suffice
// for one path.
SHUDU_API int32_t shudu_path_follow(shudu_path *paths, size_t n, const uint8_t *plan, size_t searches, uint16_t *steps,
                                    size_t room, size_t *written, void *workspace, const volatile int32_t *stop);
