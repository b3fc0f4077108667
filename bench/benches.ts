import { type Alone, alone, type Bench, type OnShop, onShop } from './bench-kinds.ts'
import { BACKUP, CLOCK, CLUSTER, HISTORY, PGBENCH, WRK } from './runner/needs.ts'

/** A part of `npm run bench` without a name. The parts share one shop and run in this order. */
const part = (name: string, what: string, run: OnShop['run']): Bench => onShop({ name, what, isPart: true, run })
/** A bench that changes the data of all others, so it has a shop of its own. */
const ownShop = (bench: Omit<OnShop, 'kind'>): Bench => onShop({ ...bench, isApart: true })
const ownProcess = (bench: Omit<Alone, 'kind'>): Bench => alone(bench)

/**
 * Every bench. A new one needs a line here and a line in the documents; it imports its code when it runs.
 * Usage, `npm run bench -- all` and `npm test -- --all` follow from this table, and `src/app/testing/runs/benches.test.ts` compares it with README and docs.
 */
export const BENCHES: readonly Bench[] = [
  // First, before the claims leave dead rows for vacuum.
  part('orders', 'complete purchases over HTTP', async site => (await import('./orders.ts')).benchOrders(site)),
  part('claims', 'claims over HTTP against the statement alone', async site =>
    (await import('./claims.ts')).benchClaims(site),
  ),
  part('stampede', '5,000 people on 100 slots', async site => (await import('./stampede.ts')).benchStampede(site)),
  part('sockets', '5,000 open pages hear of claims', async site => (await import('./sockets.ts')).benchSockets(site)),
  part('reads', 'pages and lists, cached and rendered', async site => (await import('./reads.ts')).benchReads(site)),
  part('slots', 'the dialog of 10,000 slots in Chromium', async site =>
    (await import('./slot-dialog.ts')).benchSlotDialog(site),
  ),
  part('inp', 'interaction to next paint in Chromium', async site => (await import('./inp.ts')).benchInp(site)),
  part('weight', 'JavaScript of the first pages', async site => (await import('./page-weight.ts')).benchWeight(site)),
  part('start', 'time to ready with a database of its own', async site =>
    (await import('./runner/own-start.ts')).benchOwnStart(site),
  ),
  onShop({
    ...{ name: 'rolling', what: 'two processes restarted in turn under load' },
    run: async site => (await import('./rolling/restarts.ts')).benchRolling(site),
  }),
  ownShop({
    ...{ name: 'claim-floor', what: 'the claim against bare writes', needs: [PGBENCH] },
    run: async site => (await import('./claim-floor.ts')).benchClaimFloor(site),
  }),
  ownShop({
    ...{ name: 'law', what: 'mail desk and duties with 1,000,000 cards' },
    run: async site => (await import('./law-large.ts')).benchLawLarge(site),
  }),
  ownShop({
    ...{ name: 'orders-large', what: 'staff lists, reports and exports over 1,000,000 orders' },
    seed: async (pool, say) => {
      const { PEOPLE, seedOrders } = await import('./seed-orders.ts')
      await seedOrders(pool, PEOPLE, say)
    },
    run: async site => (await import('./orders-large.ts')).benchOrdersLarge(site),
  }),
  ownShop({
    ...{ name: '--large', what: 'the admin area with 1,000,000 people and orders and 5,000,000 entries' },
    seed: async (pool, say) => {
      const { LARGE_PEOPLE, seedOrders } = await import('./seed-orders.ts')
      await seedOrders(pool, LARGE_PEOPLE, say)
      await (await import('./seed-entries.ts')).seedEntries(pool, say)
    },
    run: async site => (await import('./admin-large.ts')).benchAdminLarge(site),
  }),
  ownProcess({
    ...{ name: 'fuzz', what: 'hostile requests to every route' },
    run: async place => (await import('./fuzz/fuzz.ts')).benchFuzz(place),
  }),
  ownProcess({
    ...{ name: 'kills', what: 'web, worker and database killed under load' },
    run: async place => (await import('./kills/kills.ts')).benchKills(place),
  }),
  ownProcess({
    ...{ name: 'simulation', what: 'the whole shop by one seed' },
    run: async place => (await import('./simulation/simulation.ts')).benchSimulation(place),
  }),
  ownProcess({
    ...{ name: 'soak', what: 'one shop for an hour at half of its capacity' },
    run: async place => (await import('./soak.ts')).benchSoak(place),
  }),
  ownProcess({
    ...{ name: 'costly', what: 'one client floods each costly path while others shop' },
    run: async place => (await import('./costly/costly.ts')).benchCostly(place),
  }),
  ownProcess({
    ...{ name: 'dist', what: 'start of the built server' },
    run: async place => (await import('./built-start.ts')).benchBuiltStart(place),
  }),
  ownProcess({
    ...{ name: 'lighthouse', what: 'Lighthouse on the demo shop' },
    run: async place => (await import('./lighthouse.ts')).benchLighthouse(place),
  }),
  ownProcess({
    ...{ name: 'releases', what: 'this release over the last one and back under load', needs: [HISTORY] },
    run: async place => (await import('./rolling/releases.ts')).benchReleases(place),
  }),
  ownProcess({
    ...{
      name: 'paired',
      what: 'claims and stampede against another release (`BEFORE`, the last one)',
      needs: [HISTORY],
    },
    run: async place => (await import('./paired.ts')).benchPaired(place),
  }),
  ownProcess({
    ...{ name: 'two', what: 'two web processes against one', needs: [WRK] },
    run: async place => (await import('./two-processes.ts')).benchTwoProcesses(place),
  }),
  ownProcess({
    ...{ name: 'drills', what: 'connections, tables, names, disk and clock taken away', needs: CLOCK },
    run: async place => (await import('./drills/drills.ts')).benchDrills(place),
  }),
  ownProcess({
    ...{ name: 'restore', what: 'backup, lost disk and a second in the past', needs: BACKUP },
    run: async place => (await import('./restore.ts')).benchRestore(place),
  }),
  ownProcess({
    ...{ name: 'failover', what: 'the cluster loses its primary under load', needs: CLUSTER },
    run: async place => (await import('./failover/failover.ts')).benchFailover(place),
  }),
]
