import { readGiveaway } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { authorOf } from '#features/reviews/rules.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { sectionPdf } from '#kernel/pdf/section-pdf.server.ts'
import { REGION_NAMES, regionOf } from '#kernel/shipping/us-states.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import type { PrizeAddress } from '../contract.ts'
import { findWinner, type Won } from '../queries/winners.server.ts'
import { PAPER_ERRORS } from './contract.ts'

const refuse = refusals(PAPER_ERRORS)

type Winners = { giveawayRef: string; isNameWithheld: boolean }

/**
 * The list of winners that the official rules promise to those who write: prize, day of the draw, and the winner as the rules allow, with
 * first name, first letter of the last name, and state. Address, e-mail address and phone number are not in it.
 * @param isNameWithheld for a winner who refused publicity on the affidavit. Residents of Tennessee are never named (official rules, 10).
 * @throws giveaway_not_found; winners_list_early before a winner accepted the prize, or the prize was settled without one.
 */
export async function readWinnersList(ctx: Context, { giveawayRef, isNameWithheld }: Winners): Promise<Buffer> {
  const { id, title, value, drawDate } = await readGiveaway(ctx, giveawayRef)
  const winner = await finalWinnerOf(ctx, id)
  const { company, address } = ctx.settings.contact
  return runCostly(ctx, 'documents', async () =>
    sectionPdf({
      title: 'List of winners',
      author: company,
      brand: await readPaperBrand(ctx),
      at: ctx.now(),
      sections: [
        {
          title: 'Giveaway',
          facts: [
            ['Giveaway', title],
            ['Sponsor', [company, ...address].join(', ')],
            ['Drawn', drawDate ? formatMoment(new Date(drawDate)) : ''],
          ],
        },
        {
          title: 'Winners',
          facts: [
            ['Prize', `${title}, value ${formatMoney(toCents(value))}`],
            ...(winner
              ? winnerFacts(winner, isNameWithheld)
              : [['Winner', 'None: no entrant accepted the prize'] as const]),
          ],
          paragraphs: ['The page of the giveaway has the result, and anyone can compute the draw again there.'],
        },
      ],
    }),
  )
}

function winnerFacts({ row, prize }: Won, isNameWithheld: boolean) {
  const state = regionOf((row.ship_to as PrizeAddress | null)?.state ?? '')
  const isNamed = !isNameWithheld && !prize.hasLeft && state !== 'TN'
  return [
    ['Winner', isNamed ? authorOf(prize.name) : 'Name withheld'],
    ['State', state ? REGION_NAMES[state] : 'Unknown'],
    ['Entry', `Slot ${prize.slot}`],
  ] as const
}

/** The winner who accepted the prize; undefined when the prize was settled without one. @throws winners_list_early */
async function finalWinnerOf(ctx: Context, giveawayId: string): Promise<Won | undefined> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(['id', 'state', 'done_at'])
    .where('giveaway_id', '=', giveawayId)
    .where(({ or, eb }) => or([eb('state', 'in', ['accepted', 'shipped', 'done']), eb('done_at', 'is not', null)]))
    .execute()
  const accepted = rows.find(({ state }) => ['accepted', 'shipped', 'done'].includes(state))
  if (rows.length === 0) throw refuse('winners_list_early')
  return accepted && findWinner(ctx, accepted.id)
}
