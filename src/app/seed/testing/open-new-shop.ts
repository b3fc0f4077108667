import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#platform/db/database.server.ts'
import { DEMO_SETTINGS } from '../../../../db/demo/settings.ts'

/** Opens an empty shop that runs, under the demo's name. @param origin of a process, which looks at the settings every 3 s. */
export async function openNewShop(pool: Pool, origin: string): Promise<void> {
  await pool.query('update shop_settings set version = version + 1, chosen = $1::jsonb || chosen', [
    JSON.stringify(DEMO_SETTINGS),
  ])
  // A release that knows no closed shop answers no `isOpen`.
  while ((await (await fetch(`${origin}/api/settings`)).json()).isOpen === false) await sleep(100)
}
