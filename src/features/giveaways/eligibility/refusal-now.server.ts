import { type RawBuilder, sql } from 'kysely'

/** What `entry_refusal` says now of `users u` with `shipping_address a` in `giveaway g`: a code, or null. */
export const REFUSAL_NOW = (now: Date): RawBuilder<string | null> =>
  sql<string | null>`entry_refusal(g.eligible_states, g.minimum_age, u.birth_date, a.country, a.state, ${now})`

/** Reasons that are known. An entry stays while its owner has no address, or one whose state cannot be read: the prize asks for it. */
export const KNOWN_INELIGIBLE = sql`'under_giveaway_age', 'address_abroad', 'state_excluded'`
