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
  '/': { statements: 4, elements: 578, links: 57, bytes: 74_800, dataBytes: 7_690 },
  '/store': { statements: 2, elements: 850, links: 91, bytes: 106_400, dataBytes: 9_930 },
  '/product/star-fort-sticker': { statements: 4, elements: 694, links: 54, bytes: 89_250, dataBytes: 8_800 },
  '/giveaways': { statements: 2, elements: 636, links: 52, bytes: 76_000, dataBytes: 8_260 },
  '/giveaways/night-vision-monocular': { statements: 8, elements: 495, links: 50, bytes: 68_000, dataBytes: 8_570 },
  '/winners': { statements: 2, elements: 235, links: 33, bytes: 31_400, dataBytes: 2_680 },
  '/fair': { statements: 0, elements: 337, links: 35, bytes: 41_150, dataBytes: 3_500 },
  '/legal': { statements: 1, elements: 453, links: 45, bytes: 71_200, dataBytes: 19_140 },
  '/checkout': { statements: 0, elements: 64, links: 3, bytes: 11_900, dataBytes: 2_050 },
  '/login': { statements: 0, elements: 259, links: 34, bytes: 35_400, dataBytes: 2_050 },
  '/register': { statements: 0, elements: 340, links: 39, bytes: 45_300, dataBytes: 2_050 },
  '/dashboard': { statements: 0, elements: 215, links: 31, bytes: 29_950, dataBytes: 2_050 },
}
