import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { openSheet, type Sheet } from '#kernel/pdf/sheet.server.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { type PrizeAddress, WINNER_ERRORS } from '../contract.ts'
import { findWinner, listPapers, type Won } from '../queries/winners.server.ts'
import { PAPER_ERRORS } from './contract.ts'

const refuse = refusals({ ...PAPER_ERRORS, ...WINNER_ERRORS })

const ALL = { x: 0, width: 516 }
const TEXT = { size: 9.5 } as const

/**
 * The affidavit of eligibility with the liability and publicity release, filled in, for the winner to sign.
 * @param isAddressShown false for a holder of the link, because a link can be shared: the lines stay empty.
 * @throws winner_not_found, affidavit_not_asked
 */
export async function readAffidavit(ctx: Context, winnerId: string, isAddressShown: boolean): Promise<Buffer> {
  const won = await findWinner(ctx, winnerId)
  if (!won) throw refuse('winner_not_found')
  const papers = await listPapers(ctx, winnerId)
  if (!papers.some(({ kind }) => kind === 'affidavit')) throw refuse('affidavit_not_asked')
  return runCostly(ctx, 'documents', () => write(ctx, won, isAddressShown))
}

async function write(ctx: Context, won: Won, isAddressShown: boolean): Promise<Buffer> {
  const { company } = ctx.settings.contact
  const sheet = await openSheet({
    title: `Affidavit: ${won.prize.title}`,
    author: company,
    brand: await readPaperBrand(ctx),
    at: won.row.answered_at ?? won.row.selected_at,
  })
  sheet.text('Affidavit of eligibility and release', ALL, { face: 'figure', size: 22 })
  sheet.down(40)
  facts(sheet, won, isAddressShown)
  for (const { heading, words } of statements(ctx, won)) {
    sheet.keepTogether(sheet.heightOf(words, ALL, TEXT) + 26)
    sheet.down(sheet.text(heading, ALL, { face: 'strong', size: 10.5 }) + 3)
    sheet.down(sheet.text(words, ALL, TEXT) + 11)
  }
  signature(sheet, ctx)
  return sheet.close()
}

function facts(sheet: Sheet, { row, prize }: Won, isAddressShown: boolean) {
  const home = row.ship_to as PrizeAddress | null
  const address =
    home && `${home.line1}${home.line2 ? `, ${home.line2}` : ''}, ${home.city}, ${home.state} ${home.postalCode}`
  const lines = [
    ['Winner', prize.name],
    ['Address', isAddressShown && address ? address : BLANK],
    ['Prize', `${prize.title}, value ${formatMoney(prize.valueCents)}`],
    ['Entry', `Slot ${prize.slot}, drawn ${formatMoment(prize.drawnAt)}`],
  ] as const
  for (const [name, value] of lines) {
    sheet.row([
      sheet.text(name, { x: 0, width: 80 }, { ...TEXT, tone: 'muted' }),
      sheet.text(value, { x: 86, width: 430 }, TEXT),
    ])
    sheet.down(4)
  }
  sheet.down(8)
  sheet.rule('strong')
  sheet.down(12)
}

const BLANK = '_'.repeat(60)

function statements({ settings }: Context, { prize }: Won) {
  const { company } = settings.contact
  return [
    {
      heading: '1. I may take this prize',
      words: `I entered this giveaway myself. On the day of my entry I had the age that its rules require, and my home was in a state that they admit. I neither work for ${company} nor live with a person who does. I have read the official rules, I kept them, and I accept the result of the draw.`,
    },
    {
      heading: '2. Taxes',
      words: `The value of the prize is ${formatMoney(prize.valueCents)}. I pay the taxes on it. I know that ${company} reports prizes to the Internal Revenue Service as the law requires.`,
    },
    {
      heading: '3. Release of liability',
      words: `As far as the law allows, I release ${company}, its staff and its suppliers from claims for loss, damage or injury that come from taking or using the prize. Rights that the law does not let me give up stay with me, and so does the maker's warranty.`,
    },
    {
      heading: '4. Publicity',
      words: `${company} may name me as a winner, with my first name, the first letter of my last name and my state, on its site and in its messages, without further payment. This does not apply where a law forbids it as a condition of a prize, and it does not apply where I tick here:  [  ] I do not agree to section 4. I keep the prize either way.`,
    },
    {
      heading: '5. If a statement is wrong',
      words:
        'I give the prize or its value back when a statement of section 1 turns out to be wrong. The prize then goes to the next entry in the drawn order.',
    },
  ]
}

function signature(sheet: Sheet, { settings }: Context) {
  const { company, address } = settings.contact
  sheet.keepTogether(120)
  sheet.down(
    sheet.text('I declare under penalty of perjury that this is true and correct.', ALL, { ...TEXT, face: 'strong' }) +
      34,
  )
  sheet.rule('hairline')
  sheet.down(4)
  sheet.row([
    sheet.text('Signature', { x: 0, width: 300 }, { size: 8.5, tone: 'muted' }),
    sheet.text('Date', { x: 380, width: 136 }, { size: 8.5, tone: 'muted' }),
  ])
  sheet.down(16)
  sheet.text(`Sign it and send it to ${company}, ${address.join(', ')}.`, ALL, TEXT)
}
