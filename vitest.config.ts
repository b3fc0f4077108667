import { defineConfig } from 'vitest/config'
import OneEnvironment from './src/app/testing/runs/one-environment.ts'
import { pureTests } from './src/app/testing/runs/pure-tests.ts'
import { isWhole } from './src/app/testing/suites/again.ts'
import { filesOf, SUITES } from './src/app/testing/suites/suites.ts'
import { PATIENCE_MS, TEST_MS } from './src/platform/testing/patience.ts'

const STRICT = 'src/platform/testing/strict.ts'
const CHEAP_PASSWORDS = 'src/app/testing/runs/cheap-passwords.ts'

/** What each suite waits: the machine's speed decides nothing. */
const PATIENT = { expect: { poll: { timeout: PATIENCE_MS } }, testTimeout: TEST_MS, hookTimeout: TEST_MS }

/** A shop, a worker and a browser for the files of a suite, one after another. */
const ofJourneys = {
  isolate: false,
  globalSetup: ['e2e/start-shop.ts'],
  setupFiles: [CHEAP_PASSWORDS],
  fileParallelism: false,
  ...PATIENT,
}

/** What a test of the code stands on, with a PostgreSQL for all of them. */
const ofTheCode = {
  globalSetup: ['src/app/testing/start-postgres.ts'],
  setupFiles: [STRICT, CHEAP_PASSWORDS],
  ...PATIENT,
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
          ...PATIENT,
          setupFiles: [STRICT],
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
        },
      },
      ...['journeys', 'staff-journeys', 'screens'].map(name => ({ test: { name, ...filesOf(name), ...ofJourneys } })),
    ],
  },
})
