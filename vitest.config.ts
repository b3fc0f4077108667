import { defineConfig } from 'vitest/config'
import { pureTests } from './src/app/testing/runs/pure-tests.ts'

const MODELS = ['src/app/models/{dispute-model,money-model,proof-model,simulation}.test.ts']
const STRICT = 'src/platform/testing/strict.ts'
const CHEAP_PASSWORDS = 'src/app/testing/runs/cheap-passwords.ts'
const LAST_RELEASE = 'src/app/models/last-release.test.ts'
/** Tests that freeze, flood and restart real processes: they wait more than they work, so they run beside the journeys. */
const FAULTS = [
  'src/app/faults/*.test.ts',
  'src/app/metrics/prometheus.test.ts',
  'src/app/processes/{bench-pages,dist,flood,graceful-stop,kill,npm-start}.test.ts',
  'src/app/services/breakers.test.ts',
  'src/app/plans/plans.test.ts',
  'src/features/account/deletion-deadlock.test.ts',
  'src/features/identity/limits/stranger-limits.test.ts',
  'src/features/orders/checkout/tests/open-orders.test.ts',
  'src/platform/db/migrations/migrate.test.ts',
]

/**
 * The journeys run in three concurrent suites of equal length, each with a shop and a browser: looks at every screen and modal, journeys
 * of the staff and around a draw, and all others. The faults run before them, so that all three have time.
 */
const SCREENS = ['e2e/{admin-modals,forms-by-keyboard,newcomers-hour,pictures,prices,screens}.test.ts']
const STAFF_JOURNEYS = [
  'e2e/{credit-audit,draw-stage,giveaway-page,giveaways-list,giveaways-member,insights,order-address,shop-on-drand,whole-draw}.test.ts',
  'e2e/admin-!(modals).test.ts',
]
const ofJourneys = {
  globalSetup: ['e2e/start-shop.ts'],
  setupFiles: [CHEAP_PASSWORDS],
  fileParallelism: false,
  // A browser on a busy machine may be slower than any wait; what passes at its second try alone is named at the end.
  retry: 1,
  // As long as the browser itself waits for a part of a page (e2e/browser.ts).
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 240_000,
  hookTimeout: 120_000,
}

/** What a test of the code stands on, with a PostgreSQL for all of them. */
const ofTheCode = {
  globalSetup: ['src/app/testing/start-postgres.ts'],
  setupFiles: [STRICT, CHEAP_PASSWORDS],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/**
 * Everything beside the code it tests; the money models and the faults, which take minutes and run while others wait; the last release on
 * the schema of this one, which needs the history; and the journeys through the real pages in Chromium.
 */
export default defineConfig({
  test: {
    // The models fill what the workers leave idle while they wait for PostgreSQL; a third worker made nothing faster.
    maxWorkers: '100%',
    // With times of earlier runs the journeys of one shop would change their order.
    cache: false,
    // A failure names what it found, also a list of many.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        test: {
          name: 'code',
          // Nothing of ours is global, so files share what they import: that was a quarter of the whole time.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'packages/*/{src,verifiers}/**/*.test.ts', 'db/**/*.test.ts'],
          exclude: [...MODELS, ...FAULTS, LAST_RELEASE],
          ...ofTheCode,
        },
      },
      // A part of `code` for a change at hand, see docs/testing.md.
      {
        test: {
          name: 'fast',
          isolate: false,
          include: pureTests(),
          exclude: [...MODELS, ...FAULTS, LAST_RELEASE],
          setupFiles: [STRICT],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'model', include: MODELS, ...ofTheCode } },
      {
        test: {
          name: 'faults',
          isolate: false,
          fileParallelism: false,
          include: FAULTS,
          ...ofTheCode,
          // Real processes and clocks beside two browsers (docs/decisions/0041-second-try.md).
          retry: 1,
          testTimeout: 180_000,
        },
      },
      // Starts two servers while browsers are at work.
      {
        test: {
          name: 'last-release',
          include: [LAST_RELEASE],
          ...ofTheCode,
          // Passwords stored here are checked by a shop of the last release, which hashes at the real cost.
          setupFiles: [STRICT],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: [...STAFF_JOURNEYS, ...SCREENS],
          ...ofJourneys,
        },
      },
      { test: { name: 'staff-journeys', include: STAFF_JOURNEYS, ...ofJourneys } },
      { test: { name: 'screens', include: SCREENS, ...ofJourneys } },
    ],
  },
})
