import { roundAt } from '@redoubt/draw/round/chain.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'

/** Result of a real call to a part of the shop. */
export type Found = { isFine: boolean; detail: string }

/** Timeout of a check. Staff look at the checklist and do not wait for a provider's three tries. */
const PATIENCE_MS = 4000

async function found(work: () => Promise<string>): Promise<Found> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('No answer within 4 seconds.')), PATIENCE_MS)
  try {
    return { isFine: true, detail: await Promise.race([work(), late]) }
  } catch (error) {
    return { isFine: false, detail: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}

/** Asks each provider for the charges of the last hour: a provider refuses a wrong key even when there are no charges. */
export const checkPayments = (ctx: Context): Promise<Found> =>
  found(async () => {
    const since = new Date(+ctx.now() - 3_600_000)
    await Promise.all(ctx.payments.providers.map(provider => provider.listCharges({ since })))
    return ctx.mode === 'demo' ? 'The sandbox takes test cards; no money moves.' : 'The keys work.'
  })

/** The round before the last one: the last may still be on its way to the relays. */
export const checkBeacon = ({ beacon, mode, now }: Context): Promise<Found> =>
  found(async () => {
    const round = await beacon.round(Math.max(1, roundAt(beacon.chain, +now() / 1000) - 2))
    if (!round) throw new Error('No relay of the beacon answers.')
    return mode === 'demo' ? 'The sandbox chain signs rounds; its key is public.' : `Round ${round.round} was read.`
  })

/** Writes a file, reads it back and removes it. */
export const checkStorage = ({ storage }: Context): Promise<Found> =>
  found(async () => {
    const key = `setup/${newId()}.txt`
    await storage.put(key, Buffer.from('ok'), 'text/plain')
    try {
      const file = await storage.get(key)
      if (!file || Buffer.from(file.body).toString() !== 'ok')
        throw new Error('A file was stored and could not be read back.')
    } finally {
      await storage.remove(key)
    }
    return 'A file was stored, read back and removed.'
  })
