/**
 * `npm test` runs every rule, route, race and journey once. What looks again at what another test looks at runs with `npm test -- --all`,
 * which sets `TESTS=all`:
 * - a whole file stands in `AGAIN`, with its like in `npm test`;
 * - a test or a group of tests has the tag `again`; its file has untagged tests of the kind;
 * - cases of one kind, and lengths of a run, come from `firstOf` and `few`.
 */
export const isWhole = process.env.TESTS === 'all'

/** Test files that run with `--all` only, each with the test of `npm test` that has found such a fault first: `file › title`. */
export const AGAIN: Readonly<Record<string, string>> = {
  'src/app/models/last-release.test.ts': 'src/app/faults/added-column.test.ts › serves every reading',
  'e2e/facts-from-settings.test.ts': 'src/app/testing/strings/facts-from-settings.test.ts › no screen, e-mail, label',
  'e2e/shop-on-drand.test.ts': 'e2e/whole-draw.test.ts › a giveaway is published',
  'src/app/processes/bench-pages.test.ts': 'e2e/screens.test.ts › store, home, a product and giveaways load',
  'src/app/faults/stopped-database.test.ts': 'src/app/faults/silent-database.test.ts › answers 503 while the database',
  'src/features/draws/tests/attacks/shop-gone.test.ts':
    'packages/draw/verifiers/without-us.test.ts › finds the winner from a round when the shop is gone after the freeze',
  'src/app/faults/press-cut-off.test.ts': 'src/app/processes/kill.test.ts › a purchase killed at any step',
}

/** The first cases of a kind; all of them with `--all`. */
export const firstOf = <T>(cases: readonly T[], count = 1): readonly T[] => (isWhole ? cases : cases.slice(0, count))

/** The length of a run: `length` in `npm test`, `whole` with `--all`. */
export const few = (length: number, whole: number): number => (isWhole ? whole : length)
