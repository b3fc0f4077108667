import { exampleFacts } from '#features/settings/example-facts.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { hasSold } from '../../order/queries/has-sold.server.ts'

/**
 * The first sale waits for the owner's own name and address: a receipt with example data would be false. A shop that has sold before this rule
 * goes on selling. @throws shop_not_open
 */
export async function requireFirstSale(ctx: Context): Promise<void> {
  if (ctx.mode === 'demo' || exampleFacts(ctx.settings).length === 0) return
  if (!(await hasSold(ctx))) throw refuse('shop_not_open')
}
