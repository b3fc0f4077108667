import { AGAIN, isWhole } from './again.ts'

/** Files by patterns, without those of other suites. */
export type Files = { include: string[]; exclude: string[] }

const MODELS = ['src/app/models/{dispute-model,money-model,proof-model,simulation}.test.ts']
const LAST_RELEASE = ['src/app/models/last-release.test.ts']
/** Tests that freeze, flood and restart real processes: they wait more than they work, so they run beside the others. */
const FAULTS = [
  'src/app/budgets/pages.test.ts',
  'src/app/faults/*.test.ts',
  'src/app/metrics/prometheus.test.ts',
  'src/app/processes/{bench-pages,brand-change,dist,flood,graceful-stop,kill,npm-start}.test.ts',
  'src/app/services/breakers.test.ts',
  'src/app/plans/plans.test.ts',
  'src/features/account/deletion-deadlock.test.ts',
  'src/features/identity/limits/stranger-limits.test.ts',
  'src/features/orders/checkout/tests/open-orders.test.ts',
  'src/platform/db/migrations/migrate.test.ts',
]
/** Looks at every screen and modal. */
const SCREENS = ['e2e/{admin-modals,forms-by-keyboard,newcomers-hour,pictures,prices,screens}.test.ts']
/** Journeys of the staff and around a draw. */
const STAFF_JOURNEYS = [
  'e2e/{credit-audit,draw-stage,giveaway-page,giveaways-list,giveaways-member,insights,order-address,shop-on-drand,whole-draw}.test.ts',
  'e2e/admin-!(modals).test.ts',
]

/** The suites of tests. Each test file belongs to one of them; `vitest.config.ts` says how they run, `run-tests.ts` when. */
export const SUITES: Readonly<Record<string, Files>> = {
  code: {
    include: ['src/**/*.test.{ts,tsx}', 'packages/*/{src,verifiers}/**/*.test.ts', 'db/**/*.test.ts'],
    exclude: [...MODELS, ...FAULTS, ...LAST_RELEASE],
  },
  model: { include: MODELS, exclude: [] },
  faults: { include: FAULTS, exclude: [] },
  'last-release': { include: LAST_RELEASE, exclude: [] },
  journeys: { include: ['e2e/**/*.test.ts'], exclude: [...STAFF_JOURNEYS, ...SCREENS] },
  'staff-journeys': { include: STAFF_JOURNEYS, exclude: [] },
  screens: { include: SCREENS, exclude: [] },
}

/** The files of a suite in this run. */
export function filesOf(suite: string): Files {
  const { include, exclude } = SUITES[suite]!
  return { include, exclude: isWhole ? exclude : [...exclude, ...Object.keys(AGAIN)] }
}
