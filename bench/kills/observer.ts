import { createShop, type Shop } from '#app/services/services.server.ts'
import { readEnv } from '#platform/env.ts'

/**
 * A shop on the database of the shop under test that reads, signs tokens, runs no jobs and sends nothing.
 * @param settings of the shop under test.
 */
export async function openObserver(settings: Record<string, string>, databaseUrl: string, origin: string) {
  const fetchNothing = () => Promise.reject(new Error('The observer sends nothing.'))
  const observer: Shop = createShop(readEnv(settings), { databaseUrl, origin, fetch: fetchNothing })
  await observer.secret.start()
  await observer.idTokens.start()
  async function close(): Promise<void> {
    observer.idTokens.stop()
    await observer.paymentProvider.stop()
    await observer.services.db.destroy()
  }
  return { observer, close }
}
