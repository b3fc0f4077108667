import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SETTINGS_TOPIC } from '#kernel/live-settings.server.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { readEnv } from '#platform/env.ts'
import { openNewShop } from '../../seed/testing/open-new-shop.ts'
import { createShop, type Shop } from '../../services/services.server.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { addUser } from '../../testing/users.ts'
import { shoppersOf } from './shopper.ts'

type Options = {
  databaseUrl: string
  /** The sandbox's database is separate from the shop's, because the provider stays up when the shop's is killed. */
  provider: { url: string; pool: Pool }
  folder: string
  /** More settings of the server. */
  settings?: Record<string, string>
}

/** A shop in a process of its own that a test kills, and an observer of its database in this process. The observer is never started, so it runs no work. */
export async function startWatchedServer({ databaseUrl, provider, folder, settings: more }: Options) {
  const settings = {
    ...{ DATABASE_URL: databaseUrl, SANDBOX_DATABASE_URL: provider.url, DATA_DIR: folder, SEED: 'off' },
    ...{ RATE_LIMITS: 'off', PORT: '0', ...more },
  }
  let server = await startServerProcess(settings)
  const { address } = server
  // Later restarts use this port, because the payment pages have this address.
  settings.PORT = new URL(address).port
  const fetch = () => Promise.reject(new Error('Nothing is sent from here.'))
  const observer = createShop(readEnv(settings), { databaseUrl, origin: address, fetch })
  await observer.secret.start()
  await observer.idTokens.start()
  await openNewShop(observer.services.pool, address)
  await readSettings(observer)
  const admin = await addUser(observer, new Date(), { admin: true })
  return {
    ...{ address, observer, admin },
    at: shoppersOf(observer, () => address, admin, provider.pool),
    kill: () => server.kill(),
    async restart() {
      server = await startServerProcess(settings)
    },
    /** Ends both and deletes the folder. */
    async stop() {
      await server.kill()
      observer.idTokens.stop()
      await observer.paymentProvider.stop()
      await observer.services.db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The observer now and then settles an order before the server does, and its e-mail has the name of the shop then. */
async function readSettings({ system }: Shop): Promise<void> {
  const before = system.settings
  system.signals.publish(SETTINGS_TOPIC, { version: Number.MAX_SAFE_INTEGER, chosen: {} })
  while (system.settings === before) await sleep(20)
}
