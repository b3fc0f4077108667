import { z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { giveawayIdOf } from './queries/giveaways.server.ts'

/** Path parameters of a route that names a giveaway by id or slug. */
export const params = z.object({ id: z.string().min(1).max(140) })

type NamingCall = { var: { ctx: Context }; req: { valid(target: 'param'): { id: string } } }

/** The id of the giveaway that a call's path names. @throws giveaway_not_found */
export const idOf = (c: NamingCall): Promise<string> => giveawayIdOf(c.var.ctx, c.req.valid('param').id)
