import { startBalancer } from '#app/testing/balancer.ts'
import type { Site } from '../bench-kinds.ts'
import { lostPromises } from '../kills/checks/promises.ts'
import { startShopProcess } from '../shop-process.ts'
import { sized } from '../short.ts'
import { startBuyers } from './buyers.ts'

const RESTARTS = sized(15, 2)
const CALLS = sized(15_000, 200)
const PER_SECOND = sized(500, 50)
const PORTS = [3583, 3584] as const

/** Two web processes behind a balancer, restarted in turn while shoppers read, claim and buy. */
export async function benchRolling({ pool, env, add }: Site): Promise<void> {
  const balancer = await startBalancer(PORTS.map(port => `http://127.0.0.1:${port}`))
  const settings = { ...env, ROLE: 'web', TRUSTED_PROXIES: '1', LAME_DUCK_MS: '2000', ORIGIN: balancer.origin }
  const shops = await Promise.all(PORTS.map(port => startShopProcess(port, settings)))
  for (const { origin } of shops) await balancer.untilUp(origin)
  const buyers = await startBuyers(pool, balancer.origin, PER_SECOND)
  for (let restarts = 0; restarts < RESTARTS || buyers.callsSoFar() < CALLS; restarts++) {
    const index = restarts % PORTS.length
    await shops[index]!.stop()
    shops[index] = await startShopProcess(PORTS[index]!, settings)
    await balancer.untilUp(shops[index]!.origin)
  }
  const { calls, perSecond, failures, promises } = await buyers.stop()
  await balancer.close()
  for (const shop of shops) await shop.stop()
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  const lost = await lostPromises(pool, promises)
  add(
    {
      what: `calls that failed while two processes were restarted ${RESTARTS} times in turn`,
      measured: `${failed} of ${calls.toLocaleString('en-US')} at ${perSecond.toFixed(0)}/s ${failed > 0 ? JSON.stringify(failures) : ''}`,
      ceiling: '',
      aim: `0 of ${CALLS.toLocaleString('en-US')}`,
      ok: failed === 0,
    },
    {
      what: 'acknowledged and lost',
      measured: String(lost.length),
      ceiling: '',
      aim: '0',
      ok: lost.length === 0,
      isRule: true,
    },
  )
}
