/**
 * What each of the main ways may cost at most, in units that load does not change. A test compares; a change that needs more raises the
 * number here and says why in its commit. Instructions are counted by no test: the machines of the tests do not tell them. Modules, bytes
 * until ready and heap have files of their own.
 */

/**
 * Statements of one call, those of its transactions included, and the rows that they return to the shop. Each statement is one round trip,
 * because the driver waits for an answer before it sends the next. What a statement scans is held by `src/app/plans`. Jobs, timers, batches
 * of signals and the sandbox's own statements are not counted.
 */
export const WAYS = {
  list: { statements: 2, rows: 9 },
  detail: { statements: 1, rows: 1 },
  quote: { statements: 1, rows: 1 },
  session: { statements: 9, rows: 7 },
  settle: { statements: 11, rows: 6 },
  claim: { statements: 2, rows: 2 },
  refund: { statements: 24, rows: 17 },
  'sign-in': { statements: 15, rows: 8 },
  'order list of staff': { statements: 2, rows: 2 },
}
