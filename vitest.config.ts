import { defineConfig } from 'vitest/config'
import OneEnvironment from './src/app/testing/runs/one-environment.ts'
import { pureTests } from './src/app/testing/runs/pure-tests.ts'
import { isWhole } from './src/app/testing/suites/again.ts'
import { filesOf, SUITES } from './src/app/testing/suites/suites.ts'

const STRICT = 'src/platform/testing/strict.ts'
const CHEAP_PASSWORDS = 'src/app/testing/runs/cheap-passwords.ts'

/** The machine's speed decides nothing: a test waits for what it polls as long as a browser waits for a part of a page (e2e/browser.ts). */
const PATIENT = { poll: { timeout: 30_000 } }

/** A shop, a worker and a browser for the files of a suite, one after another. */
const ofJourneys = {
  isolate: false,
  globalSetup: ['e2e/start-shop.ts'],
  setupFiles: [CHEAP_PASSWORDS],
  fileParallelism: false,
  expect: PATIENT,
  testTimeout: 240_000,
  hookTimeout: 120_000,
}

/** What a test of the code stands on, with a PostgreSQL for all of them. */
const ofTheCode = {
  globalSetup: ['src/app/testing/start-postgres.ts'],
  setupFiles: [STRICT, CHEAP_PASSWORDS],
  expect: PATIENT,
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** How the suites run; `src/app/testing/runs/suites.ts` says which files they have. */
export default defineConfig({
  test: {
    // The models fill what the workers leave idle while they wait for PostgreSQL; a third worker made nothing faster.
    maxWorkers: '100%',
    // With times of earlier runs the journeys of one shop would change their order.
    cache: false,
    sequence: { sequencer: OneEnvironment },
    // A failure names what it found, also a list of many.
    chaiConfig: { truncateThreshold: 2000 },
    tags: [{ name: 'again', description: 'Runs with `npm test -- --all` only', skip: !isWhole }],
    projects: [
      {
        test: {
          name: 'code',
          // Nothing of ours is global, so files share what they import: that was a quarter of the whole time.
          isolate: false,
          ...filesOf('code'),
          ...ofTheCode,
        },
      },
      // A part of `code` for a change at hand, see docs/testing.md.
      {
        test: {
          name: 'fast',
          isolate: false,
          include: pureTests(),
          exclude: SUITES.code!.exclude,
          expect: PATIENT,
          setupFiles: [STRICT],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'model', isolate: false, ...filesOf('model'), ...ofTheCode } },
      {
        test: {
          name: 'faults',
          isolate: false,
          fileParallelism: false,
          ...filesOf('faults'),
          ...ofTheCode,
          testTimeout: 180_000,
        },
      },
      // Starts two servers while browsers are at work.
      {
        test: {
          name: 'last-release',
          ...filesOf('last-release'),
          ...ofTheCode,
          // Passwords stored here are checked by a shop of the last release, which hashes at the real cost.
          setupFiles: [STRICT],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      ...['journeys', 'staff-journeys', 'screens'].map(name => ({ test: { name, ...filesOf(name), ...ofJourneys } })),
    ],
  },
})
