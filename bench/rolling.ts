import { startBalancer } from '#app/testing/balancer.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { makeCrowd, makeGiveaways } from './crowd.ts'
import { send } from './load.ts'
import { startShopProcess } from './shop-process.ts'
import type { Line } from './table.ts'

const RESTARTS = 15
const CALLS = 15_000
const WIDTH = 16
const LAME_DUCK_MS = 2000
const PORTS = [3583, 3584] as const

/** Two web processes behind a balancer, restarted in turn while shoppers read and claim. */
export async function benchRolling(pool: Pool, env: Record<string, string>): Promise<Line> {
  const settings = { ...env, ROLE: 'web', TRUSTED_PROXIES: '1', LAME_DUCK_MS: String(LAME_DUCK_MS) }
  const shops = await Promise.all(PORTS.map(port => startShopProcess(port, settings)))
  const balancer = await startBalancer(shops.map(({ origin }) => origin))
  const people = await makeCrowd(pool, 800, 50)
  const [giveaway] = await makeGiveaways(pool, 1, 100_000, 50)
  let calls = 0
  let restarts = 0
  const failures: Record<string, number> = {}

  async function call(n: number) {
    // Every fifth call is a claim. The claims rotate among all people, who may make 50 each.
    const { token } = people[Math.floor(n / 5) % people.length]!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const claim = { method: 'POST', headers, body: JSON.stringify({ slots: [n + 1] }) }
    const path =
      n % 5 === 0 ? `/api/giveaways/${giveaway}/entries` : ['/api/products', '/api/credits', '/store'][n % 3]!
    const answer = await send(balancer.origin + path, n % 5 === 0 ? claim : { headers }).catch(error => ({
      status: error.code ?? 'broken',
    }))
    if (answer.status !== 200) failures[answer.status] = (failures[answer.status] ?? 0) + 1
  }
  async function shopper() {
    while (calls < CALLS || restarts < RESTARTS) await call(calls++)
  }
  async function restart() {
    for (; restarts < RESTARTS; restarts++) {
      const index = restarts % PORTS.length
      await shops[index]!.stop()
      shops[index] = await startShopProcess(PORTS[index]!, settings)
      await balancer.untilUp(shops[index]!.origin)
    }
  }
  await Promise.all([restart(), ...Array.from({ length: WIDTH }, shopper)])
  await balancer.close()
  for (const shop of shops) await shop.stop()
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return {
    what: `calls that failed while two processes were restarted ${RESTARTS} times in turn`,
    measured: `${failed} of ${calls.toLocaleString('en-US')} ${failed > 0 ? JSON.stringify(failures) : ''}`,
    ceiling: '',
    aim: `0 of ${CALLS.toLocaleString('en-US')}`,
    ok: failed === 0,
  }
}
