import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startServer } from '#app/server.ts'
import { addCallers, knownIds } from '#app/testing/fuzz/world.ts'
import { auditCodes } from '#features/codes/queries/audit.server.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { readEnv } from '#platform/env.ts'

/** Server process for `npm run bench -- fuzz`, which reports internal figures to the bench. */
const { shop, address } = await startServer(readEnv(process.env))
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

const answers = {
  start: async () => ({ origin: address, ids: await knownIds(shop) }),
  callers: () => addCallers(shop, new Date()),
  /** The longest event loop delay since the last query, in milliseconds. */
  lag: async () => {
    const heldMs = delay.max / 1e6
    delay.reset()
    return heldMs
  },
  audit: async () => [...(await auditCredits(shop.system)), ...(await auditCodes(shop.system))],
}

process.on('message', async ({ id, ask }: { id: number; ask: keyof typeof answers }) => {
  process.send!({ id, answer: await answers[ask]() })
})
process.once('disconnect', () => process.exit(0))
process.send!({ ready: true })
