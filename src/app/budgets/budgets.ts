/**
 * What each of the main ways may cost at most, in units that load does not change. A test compares; a change that needs more raises the
 * number here and says why in its commit.
 */

/** Statements of one call, those of its transactions included. Jobs, timers and the sandbox's own statements are not counted. */
export const STATEMENTS = {
  list: 2,
  detail: 1,
  quote: 1,
  session: 12,
  settle: 14,
  claim: 2,
  refund: 27,
  'sign-in': 15,
  'order list of staff': 2,
}
