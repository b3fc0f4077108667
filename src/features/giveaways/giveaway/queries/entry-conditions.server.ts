import { sql } from 'kysely'

/** SQL condition on `giveaway_entry e`: a draw chooses from it (db/functions/is_in_draw.sql). */
export const IS_IN_DRAW = sql<boolean>`is_in_draw(e)`

/** SQL condition on `giveaway g`: its entries are frozen, so that list, draw and result are public, also for members-only giveaways. */
export const IS_FROZEN = sql<boolean>`is_list_final(g.id)`

/** SQL condition on `giveaway_entry e`: it counts for the entry limit of its user (db/functions/counts_for_limit.sql). */
export const COUNTS_FOR_LIMIT = sql<boolean>`counts_for_limit(e)`
