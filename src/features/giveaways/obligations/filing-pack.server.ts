import type { LegalBlock, LegalClause } from '#features/legal/contract.ts'
import type { Context } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { type Section, sectionPdf } from '#kernel/pdf/section-pdf.server.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../giveaway/contract.ts'
import { minimumAgeOf, statesInWords } from '../giveaway/eligibility/rules.ts'
import { mailWindowOf } from '../giveaway/mail-window.ts'
import { drawDateOf, type GiveawayRow, giveawayRows } from '../giveaway/queries/giveaway-row.server.ts'
import { zoneOfGiveaway } from '../giveaway/rules.ts'
import { type CurrentRules, readCurrentRules } from '../official-rules/queries/current-rules.server.ts'
import type { Obligation } from './contract.ts'
import type { Status } from './due-dates.ts'
import { readObligations } from './queries/obligations.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * What an authority asks for when a giveaway is registered, as one PDF: sponsor, prize, value, dates, ways to enter, duties, official rules.
 * It names neither entrants nor members of staff. A draft, which is filed before it is published, has the rules that it will be published with.
 * @throws giveaway_not_found
 */
export async function readFilingPack(ctx: Context, giveawayId: string): Promise<Buffer> {
  const row = await giveawayRows(ctx).where('g.id', '=', giveawayId).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  const [rules, { obligations, notice }] = await Promise.all([
    readCurrentRules(ctx, row),
    readObligations(ctx, giveawayId),
  ])
  return runCostly(ctx, 'documents', async () =>
    sectionPdf({
      title: 'Filing pack',
      author: ctx.settings.contact.company,
      brand: await readPaperBrand(ctx),
      at: ctx.now(),
      sections: [
        sponsorSection(ctx, row),
        prizeSection(row),
        datesSection(ctx, row),
        entrySection(ctx, row),
        { title: 'Duties', facts: obligations.map(dutyFact), paragraphs: [notice] },
        rulesSection(rules),
        ...rules.clauses.map(clauseSection),
      ],
    }),
  )
}

const sponsorSection = ({ settings }: Context, { title }: GiveawayRow): Section => ({
  title: 'Giveaway and sponsor',
  facts: [
    ['Giveaway', title],
    ['Sponsor', [settings.contact.company, ...settings.contact.address].join(', ')],
    ['E-mail', settings.supportEmail],
  ],
})

function prizeSection({ title, description, value_cents: value }: GiveawayRow): Section {
  return {
    title: 'Prize',
    facts: [
      ['Prize', `1 × ${title}`],
      ['Description', description],
      ['Approximate retail value', formatMoney(value)],
      ['Total value of all prizes', formatMoney(value)],
    ],
  }
}

function datesSection(ctx: Context, row: GiveawayRow): Section {
  const closesAt = row.closed_at ?? row.ends_at
  const timeZone = zoneOfGiveaway(row, ctx.now())
  const mail = mailWindowOf({ startsAt: row.starts_at, closesAt, mailInHours: ctx.settings.mailInHours, timeZone })
  const afterClose = `${counted(ctx.settings.mailInHours / 24, 'day')} after the close`
  const drawAt = drawDateOf(ctx, row)
  return {
    title: 'Dates',
    facts: [
      ['First entry of members', formatMoment(row.early_access_at, timeZone)],
      ['Start', formatMoment(row.starts_at, timeZone)],
      ['End', closesAt ? formatMoment(closesAt, timeZone) : 'When the last slot is taken'],
      ['Mailed entries received', `${dayInWords(mail.first)} to ${mail.last ? dayInWords(mail.last) : afterClose}`],
      [
        'Draw',
        drawAt
          ? formatMoment(drawAt, timeZone)
          : row.closed_reason === 'cancelled'
            ? 'None: cancelled'
            : 'After the mailed entries',
      ],
    ],
  }
}

function entrySection({ settings }: Context, row: GiveawayRow): Section {
  const { contact, freeEntry } = settings
  const isOnline = freeEntry.online && !row.subscription_visibility_only
  return {
    title: 'Who may enter, and how without a purchase',
    facts: [
      ['States', statesInWords(row.eligible_states)],
      ['Minimum age', `${minimumAgeOf(row.minimum_age, settings)} on the day of the entry`],
      ['Free entry by mail', contact.mailIn.join(', ')],
      [
        'Free entry online',
        isOnline
          ? `By the form on the giveaway’s page, every ${freeEntry.everyDays === 1 ? 'day' : `${freeEntry.everyDays} days`}`
          : 'None',
      ],
    ],
  }
}

const STATUS_WORDS: Record<Status, string> = {
  open: 'open',
  overdue: 'overdue',
  changed: 'to be done again, because the terms changed',
  done: 'done',
  overridden: 'set aside by an owner',
}

function dutyFact({ jurisdiction, task, dueOn, status, finished, otherRules }: Obligation): readonly [string, string] {
  const due = dueOn ? `Due ${dayInWords(dueOn)}` : 'Due after the draw'
  const done = finished?.doneOn && `Filed ${dayInWords(finished.doneOn)}`
  const reference = status !== 'overridden' && finished?.note && `Reference: ${finished.note}`
  const evidence = finished?.file && `Evidence: ${finished.file.name}`
  const facts = [due, `Status: ${STATUS_WORDS[status]}`, done, reference, evidence].filter(Boolean)
  return [jurisdiction, `${task}. ${facts.join('. ')}.${otherRules ? ` ${otherRules}` : ''}`]
}

const rulesSection = ({ version, hash, publishedAt }: CurrentRules): Section => ({
  title: 'Official rules',
  facts: [
    ['Version', publishedAt ? `${version} of ${formatMoment(publishedAt)}` : `${version}, not published yet`],
    ['SHA-256', hash],
  ],
})

const clauseSection = ({ title, blocks }: LegalClause): Section => ({ title, paragraphs: blocks.flatMap(linesOf) })

function linesOf(block: LegalBlock): string[] {
  if (typeof block === 'string') return [plain(block)]
  return 'address' in block ? [block.address.join(', ')] : block.points.map(point => `• ${plain(point)}`)
}

/** Without the marks of bold words and links. A link keeps its words, because paper has no addresses to press. */
const plain = (text: string) => text.replaceAll('**', '').replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')
