import { sql } from 'kysely'
import type { Db } from '#platform/db/database.server.ts'
import { DEMO_SETTINGS } from '../../../db/demo/settings.ts'

/** Gives an empty shop the demo's name and address, and opens it. A shop with a person, a product or settings of its own is left alone. */
export async function fillDemoSettings(db: Db): Promise<void> {
  await sql`
    update shop_settings set chosen = ${JSON.stringify(DEMO_SETTINGS)}::jsonb
    where chosen = '{}' and not exists (select from users) and not exists (select from product)`.execute(db)
}
