import { z } from '#kernel/api/api.server.ts'
import type { Call } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Resolves an id or slug to the giveaway's id. @throws giveaway_not_found */
export async function readGiveawayId(ctx: Context, idOrSlug: string): Promise<string> {
  if (isUuid(idOrSlug)) return idOrSlug.toLowerCase()
  const row = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', idOrSlug).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  return row.id
}

/** Path parameters of a route that names a giveaway by id or slug. */
export const params = z.object({ id: z.string().min(1).max(140) })

/** The id of the giveaway that a call's path names. @throws giveaway_not_found */
export const idOf = ({ ctx, params }: Call<{ params: { id: string } }>): Promise<string> =>
  readGiveawayId(ctx, params.id)
