import { exampleFactsInWords } from '#features/settings/example-facts.ts'
import type { Context } from '#kernel/context.ts'
import { messageOf } from '#platform/errors.ts'
import type { GiveawayPublication } from '../../giveaway/admin-contract.ts'
import { RULES_ERRORS } from '../../giveaway/errors/rules-errors.ts'
import { readObligations } from '../../obligations/queries/obligations.server.ts'

/** What a publication of a draft would be refused for now. The publication itself asks again, under the giveaway's lock. @throws giveaway_not_found */
export async function readPublication(ctx: Context, id: string): Promise<GiveawayPublication> {
  const { obligations } = await readObligations(ctx, id)
  const facts = exampleFactsInWords(ctx)
  return {
    blocks: [
      ...(facts
        ? [{ code: 'example_facts' as const, message: messageOf(RULES_ERRORS, 'example_facts', { facts }) }]
        : []),
      ...obligations.flatMap(({ block }) => (block ? [{ code: 'obligations_open' as const, message: block }] : [])),
    ],
  }
}
