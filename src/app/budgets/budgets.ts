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

/**
 * A public page of the demo, rendered for a guest: elements and links in its HTML, its bytes before compression, and those of its data among
 * them. Elements and bytes have a margin of a hundredth, because dates and counters of the demo differ from day to day; a giveaway's
 * page also shows the log, which grows while the shop runs.
 */
export const PAGES: Record<
  string,
  { statements: number; elements: number; links: number; bytes: number; dataBytes: number }
> = {
  '/': { statements: 4, elements: 578, links: 57, bytes: 73_750, dataBytes: 7_690 },
  '/store': { statements: 2, elements: 848, links: 91, bytes: 105_550, dataBytes: 9_930 },
  '/product/star-fort-sticker': { statements: 4, elements: 692, links: 54, bytes: 88_250, dataBytes: 8_800 },
  '/giveaways': { statements: 2, elements: 634, links: 52, bytes: 75_050, dataBytes: 8_260 },
  '/giveaways/night-vision-monocular': { statements: 8, elements: 488, links: 50, bytes: 67_050, dataBytes: 8_570 },
  '/winners': { statements: 2, elements: 232, links: 33, bytes: 30_450, dataBytes: 2_680 },
  '/fair': { statements: 0, elements: 335, links: 35, bytes: 40_150, dataBytes: 3_500 },
  '/legal': { statements: 1, elements: 451, links: 45, bytes: 70_150, dataBytes: 19_140 },
  '/checkout': { statements: 0, elements: 64, links: 3, bytes: 11_700, dataBytes: 2_050 },
  '/login': { statements: 0, elements: 256, links: 34, bytes: 34_450, dataBytes: 2_050 },
  '/register': { statements: 0, elements: 338, links: 39, bytes: 44_350, dataBytes: 2_050 },
  '/dashboard': { statements: 0, elements: 212, links: 31, bytes: 28_950, dataBytes: 2_050 },
}
