import { type CheckedCall, z } from '#kernel/api/api.server.ts'
import { giveawayIdOf } from '../catalogue/queries/giveaways.server.ts'

/** Path parameters of a route that names a giveaway by id or slug. */
export const params = z.object({ id: z.string().min(1).max(140) })

/** The id of the giveaway that a call's path names. @throws giveaway_not_found */
export const idOf = (c: CheckedCall<{ param: { id: string } }>): Promise<string> =>
  giveawayIdOf(c.var.ctx, c.req.valid('param').id)
