import { readFirstSaleState } from '#features/catalog/queries/first-sale.server.ts'
import { readGiveawayMilestones } from '#features/giveaways/alerts/queries/milestones.server.ts'
import { listUnreadTexts } from '#features/legal/queries.server.ts'
import { readSendingState } from '#features/notifications/queries/sending-state.server.ts'
import { exampleFacts } from '#features/settings/example-facts.ts'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import { readSenderChecks } from '#features/settings/sender/queries.server.ts'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import type { Context } from '#kernel/context.ts'
import { senderOf } from '#kernel/ports/mail.ts'
import type { Settings } from '#kernel/settings.ts'
import type { MissingPart } from '../contract.ts'
import { checkPayments } from './checks.server.ts'

type Code = MissingPart['code']

const LINKS: Record<Code, string> = {
  name: '/admin?tab=settings#settings-brand',
  logo: '/admin?tab=settings#settings-brand',
  contact: '/admin?tab=settings#settings-contact',
  mail_in: '/admin?tab=settings#settings-contact',
  sender: '/admin?tab=settings#settings-sender',
  tax: '/admin?tab=settings#settings-tax',
  payments: '/admin?tab=revenue',
  legal: '/admin?tab=setup#legal-texts',
  offer: '/admin?tab=products',
}

const LIST = new Intl.ListFormat('en-US')

const hasOwnPicture = ({ brand: { logoLight, logoDark, mark } }: Settings) =>
  Boolean(logoLight || logoDark || (mark && !isShippedMark(mark)))

/**
 * Why the shop cannot send e-mails yet: no address, a DNS that forbids it, or no e-mail that left. A DNS that does not answer forbids nothing.
 * A demo keeps its e-mails, so DNS decides nothing there.
 */
async function senderProblem(ctx: Context, settings: Settings): Promise<string | undefined> {
  if (!senderOf(settings, ctx.mail.from)) return 'The sender of e-mails has no address'
  const [{ hasSent }, { checks }] = await Promise.all([
    readSendingState(ctx, 'email'),
    ctx.mode === 'demo' ? { checks: [] } : readSenderChecks({ ...ctx, settings }),
  ])
  const forbidden = checks.find(({ state }) => state === 'failed')
  if (forbidden) return `The sender of e-mails: ${forbidden.message.replace(/\.$/, '')}`
  return hasSent ? undefined : 'No e-mail has left: send yourself a test e-mail'
}

/** What a shop lacks before it opens, computed from its state and from a real call of the payment company. */
export async function readMissing(ctx: Context, asked = checkPayments(ctx)): Promise<MissingPart[]> {
  const { settings, chosen } = await readStoredSettings(ctx)
  const [payments, sender, unread, product, giveaways] = await Promise.all([
    asked,
    senderProblem(ctx, settings),
    listUnreadTexts(ctx),
    readFirstSaleState(ctx),
    readGiveawayMilestones(ctx),
  ])
  const examples = exampleFacts(settings)
  const wordsOf = (code: Code) => LIST.format(examples.filter(fact => fact.code === code).map(({ words }) => words))
  const example = (code: Code): [Code, boolean, string] => [
    code,
    examples.some(fact => fact.code === code),
    `Still example data: ${wordsOf(code)}`,
  ]
  const found: [code: Code, isMissing: boolean, title: string][] = [
    example('name'),
    ['logo', !hasOwnPicture(settings), 'No logo and no mark of your own'],
    example('contact'),
    example('mail_in'),
    ['sender', sender !== undefined, sender ?? ''],
    ['tax', !chosen.tax, 'Sales tax is not reviewed: change it, or keep it as it is'],
    ['payments', !payments.isFine, `Card payments: ${payments.detail}`],
    ['legal', unread.length > 0, `Legal texts to read: ${LIST.format(unread.map(({ title }) => title))}`],
    [
      'offer',
      !product.isSellable && !giveaways.hasPublished,
      'Nothing to see: one product with a picture and stock, or one giveaway',
    ],
  ]
  return found.flatMap(([code, isMissing, title]) => (isMissing ? [{ code, title, link: LINKS[code] }] : []))
}
