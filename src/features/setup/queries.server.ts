import { type FirstSale, readFirstSaleState } from '#features/catalog/queries/first-sale.server.ts'
import { readGiveawayMilestones } from '#features/giveaways/alerts/queries/milestones.server.ts'
import { readOwnerCounts } from '#features/identity/user/queries.server.ts'
import { listUnreadTexts } from '#features/legal/queries.server.ts'
import { listOfferedPlans } from '#features/membership/subscriptions/queries/plans.server.ts'
import { readSendingState } from '#features/notifications/queries/sending-state.server.ts'
import { readWaitingForOpening } from '#features/opening/queries.server.ts'
import { hasSold } from '#features/orders/order/queries/has-sold.server.ts'
import { ALL_IN_LAWS } from '#features/settings/all-in-laws.ts'
import { exampleFacts } from '#features/settings/example-facts.ts'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import type { Setup, SetupStep, StepId } from './contract.ts'
import { checkBeacon, checkPayments, checkStorage } from './opening/checks.server.ts'
import { readMissing } from './opening/missing.server.ts'

type Step = Omit<SetupStep, 'isOptional'> & { isOptional?: boolean }

const step = (id: StepId, title: string, to: string, [done, detail]: [boolean, string]): Step => ({
  id,
  title,
  to,
  done,
  detail,
})

const LIST = new Intl.ListFormat('en-US')

/** All steps from the first owner to the first draw, computed from the current state; staff tick nothing by hand. */
export async function readSetup(ctx: Context): Promise<Setup> {
  const asked = checkPayments(ctx)
  const [owners, payments, storage, beacon, email, sms, { chosen }, ...rest] = await Promise.all([
    readOwnerCounts(ctx),
    asked,
    checkStorage(ctx),
    checkBeacon(ctx),
    readSendingState(ctx, 'email'),
    readSendingState(ctx, 'sms'),
    readStoredSettings(ctx),
    readFirstSaleState(ctx),
    listOfferedPlans(ctx),
    readGiveawayMilestones(ctx),
    hasSold(ctx),
    ctx.settings.isOpen ? [] : readMissing(ctx, asked),
    listUnreadTexts(ctx),
    readWaitingForOpening(ctx),
  ])
  const [product, plans, giveaways, isSold, missing, unread, waiting] = rest
  const steps: Step[] = [
    step('owner', 'An owner with a second factor', '/dashboard?tab=profile#security', ownerStep(owners)),
    step('contact', 'Contact and legal facts', '/admin?tab=settings#settings-contact', contactStep(ctx.settings)),
    step('payments', 'Card payments', '/admin?tab=revenue', [payments.isFine, payments.detail]),
    step('email', 'E-mail', '/admin?tab=setup', sentStep(email, 'E-mails leave.', 'Send yourself a test e-mail.')),
    {
      ...step(
        'sms',
        'Text messages',
        '/admin?tab=setup',
        sentStep(sms, 'Text messages leave.', 'Send yourself a test SMS; set the three settings of Twilio before.'),
      ),
      isOptional: true,
    },
    step('storage', 'Files for pictures', '/admin?tab=products', [storage.isFine, storage.detail]),
    step('push', 'Web push keys', '/notifications', pushStep(ctx)),
    step('beacon', 'Public randomness for draws', '/admin?tab=giveaways', [beacon.isFine, beacon.detail]),
    step('witnesses', 'Witnesses of draws', '/admin?tab=giveaways', witnessesStep(ctx)),
    step('money', 'Tax and shipping reviewed', '/admin?tab=settings#settings-tax', moneyStep(chosen)),
    step('prices', 'Prices with their fee', '/admin?tab=settings#settings-pricing', pricesStep(ctx.settings, chosen)),
    step('product', 'A first product with a picture and stock', '/admin?tab=products', productStep(product)),
    step('membership', 'Membership plans', '/admin?tab=products', plansStep(ctx.settings, plans, product)),
    step('giveaway', 'A first giveaway', '/admin?tab=giveaways', [
      giveaways.hasPublished,
      giveaways.hasPublished ? 'Shoppers see it.' : 'Create one and publish it.',
    ]),
    step('order', 'A test order, paid', '/store', [
      isSold,
      isSold ? 'An order was paid.' : 'Buy something as a shopper, with a separate account.',
    ]),
    step('draw', 'A giveaway drawn', '/admin?tab=giveaways', drawStep(giveaways)),
  ]
  const required = steps.filter(({ isOptional }) => !isOptional)
  const done = required.filter(one => one.done).length
  const isSample = ctx.mode === 'demo' && isSold && giveaways.hasDrawn
  return {
    isOpen: ctx.settings.isOpen,
    missing,
    waiting,
    unread,
    steps: steps.map(one => ({ ...one, isOptional: one.isOptional ?? false })),
    done,
    of: required.length,
    isNew: done < required.length && !isSample,
  }
}

function ownerStep({ owners, secured }: { owners: number; secured: number }): [boolean, string] {
  if (secured > 0) return [true, owners === 1 ? 'One owner; a second one could let you in again.' : `${owners} owners.`]
  return [false, 'No owner has a second factor. Set one up in your profile.']
}

/** Facts of contact that are still examples: those of a new shop, or the demo's. */
function contactStep(settings: Settings): [boolean, string] {
  const examples = exampleFacts(settings).flatMap(({ code, words }) => (code === 'name' ? [] : [words]))
  return examples.length > 0
    ? [false, `Still example data: ${LIST.format(examples)}.`]
    : [true, settings.contact.company]
}

const sentStep = (
  state: { hasSent: boolean; reason: string | null },
  fine: string,
  missing: string,
): [boolean, string] => (state.hasSent ? [true, fine] : [false, [missing, state.reason].filter(Boolean).join(' ')])

const pushStep = (ctx: Context): [boolean, string] =>
  ctx.push.publicKey() ? [true, 'Browsers can subscribe.'] : [false, 'No push keys are set.']

/** The least number of parties besides the shop whose collusion a shopper must fear. */
const OUTSIDE_OWNERS = 2

/** Witnesses of the shop, or of one other party, prove nothing against the shop. A demo has the sandbox's. */
function witnessesStep({ witnesses, mode }: Context): [boolean, string] {
  if (witnesses.length === 0) return [false, 'There are no witnesses, and no draw counts without them: set WITNESSES.']
  const outside = [...new Set(witnesses.filter(({ isOurs }) => !isOurs).map(({ owner }) => owner))]
  if (outside.length >= OUTSIDE_OWNERS) return [true, `${LIST.format(outside)} watch the log.`]
  if (mode === 'demo') return [true, 'The witnesses of the sandbox are ours: they prove nothing to shoppers.']
  return [false, 'Too few belong to others. Ask another shop or your accountant to run "npm run witness".']
}

function moneyStep(chosen: Partial<Settings>): [boolean, string] {
  const missing = [!chosen.tax && 'sales tax', !chosen.shipping && 'shipping'].filter(part => part !== false)
  return missing.length > 0
    ? [false, `Not reviewed yet: ${LIST.format(missing)}. Change it, or keep it as it is.`]
    : [true, 'Both were reviewed.']
}

/** An all-in price satisfies every law; another display is the owner's decision. */
function pricesStep({ pricing, fee }: Settings, chosen: Partial<Settings>): [boolean, string] {
  if (fee.rate === 0) return [true, 'There is no platform fee.']
  if (pricing.display === 'all-in') return [true, 'Each price includes the platform fee.']
  const lawful = `The fee stands beneath the price. ${ALL_IN_LAWS}`
  return chosen.pricing
    ? [true, `${lawful} Choose “In the price” before you sell there.`]
    : [false, `${lawful} Choose “In the price” if you sell there, or keep it as it is.`]
}

function productStep({ hasGoods, hasPicture, isSellable }: FirstSale): [boolean, string] {
  if (isSellable) return [true, 'It can be bought.']
  if (!hasGoods) return [false, 'There are no goods for sale.']
  return [false, hasPicture ? 'Every product with a picture is out of stock.' : 'No product has a picture.']
}

function plansStep(
  { premium }: Settings,
  plans: Awaited<ReturnType<typeof listOfferedPlans>>,
  { soldOutPlans: [soldOut] }: FirstSale,
): [boolean, string] {
  if (soldOut) return [false, `The membership billed every ${soldOut} is out of stock: leave its stock empty.`]
  const missing = (['monthly', 'yearly'] as const).filter(name => !plans.some(({ plan }) => plan === name))
  if (missing.length > 0) return [false, `No product is the ${LIST.format(missing)} membership.`]
  const otherwise = plans.find(
    ({ plan, totalCents }) => totalCents !== premium.monthlyCents * (plan === 'yearly' ? 12 : 1),
  )
  if (otherwise) return [false, `The ${otherwise.plan} membership has another price in the store than in the settings.`]
  return [true, 'Monthly and yearly are for sale.']
}

function drawStep({ hasEntry, hasDrawn }: Awaited<ReturnType<typeof readGiveawayMilestones>>): [boolean, string] {
  if (hasDrawn) return [true, 'There is a winner.']
  return [false, hasEntry ? 'Draw it, early if need be.' : 'No entries yet.']
}
