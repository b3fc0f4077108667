import { changeSettings } from '#features/settings/commands.server.ts'
import { ROLES } from '#kernel/rights.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Shop } from '../../services/services.server.ts'
import { settingsPorts } from '../../services/settings-ports.server.ts'
import { addUser } from '../users.ts'
import { CALLERS, type Caller } from './requests.ts'

/** Adds new callers, because hostile staff calls disable and delete the earlier ones. @returns an ID token for each. */
export async function addCallers(shop: Shop, now: Date): Promise<Record<Caller, string>> {
  // Reset, because a call that switches the second factor on would lock out all staff for the rest of the run.
  await changeSettings(shop.system, { settings: { auth: { staffSecondFactor: false } } }, settingsPorts)
  const tokens = Object.fromEntries(CALLERS.map(caller => [caller, ''])) as Record<Caller, string>
  for (const caller of CALLERS) {
    if (caller === 'guest') continue
    const role = ROLES.find(one => one === caller)
    const user = await addUser(shop, now, {
      ...(role && { role }),
      subscriber: caller === 'member',
      email: `${caller}-${newId().slice(-12)}@example.com`,
      credits: { Bronze: 20, Silver: 5 },
    })
    tokens[caller] = user.idToken
  }
  return tokens
}

const NAMED = [
  'product',
  'product_variant',
  'giveaway',
  'users',
  'customer_order',
  'coupon',
  'support_ticket',
  'message',
]

/** Ids of rows of all kinds, a few of each. */
export async function knownIds({ services }: Shop): Promise<string[]> {
  const ids: string[] = []
  for (const table of NAMED) {
    const { rows } = await services.pool.query<{ id: string }>(`select id from ${table} order by id limit 20`)
    ids.push(...rows.map(row => row.id))
  }
  return ids
}
