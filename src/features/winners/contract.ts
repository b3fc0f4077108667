import { z } from 'zod'
import { REASON_CLASSES, type ReasonClass } from '#features/draws/rules.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { addressConfirmed, addressRule } from '#kernel/shipping/us-address/address-input.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { optionalText, requiredText } from '#kernel/values/inputs/texts.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, forbidden, notFound } from '#platform/errors.ts'
import { ACTIONS, CLASSES_OF, ENDS, PAPER_STATUSES, PAPERS, STATES, TASKS, WINNER_SORTS } from './rules.ts'

export const WINNER_ERRORS = {
  winner_not_found: notFound('We could not find that winner.'),
  /** `state` holds the winner's current state after a lost race against staff or the worker. */
  winner_moved: conflict('This prize is {state} now. Please look at it again.'),
  papers_open: conflict('Papers are missing or unchecked. Check them before you ship.'),
  address_missing: conflict('This winner gave no shipping address.'),
  email_missing: conflict('This winner gave no e-mail address. Send a letter or call.'),
  prize_not_found: notFound('This link is not complete. Please open it again from the e-mail, or sign in.'),
  answer_too_late: conflict('The time to answer is over, and the prize was passed on under the rules.'),
  pass_proposed: conflict('Passing on was already proposed and waits for a second person.'),
  no_proposal: conflict('There is no open proposal to pass this prize on. Please look at it again.'),
  second_person_needed: forbidden('You proposed this. A second person with this right must confirm it.'),
  /** `winnerId` names the winner's page, where the prize can be passed on. */
  open_prize: conflict('The prize {prize} is open for this person. Decide about it on the Winners tab first.'),
  answered: conflict('This prize is already {state}.'),
} as const satisfies ErrorTable

/** The delivery address. Prizes are sent within the United States (sweepstakes rules, section 5). */
export const PrizeAddress = z
  .strictObject({
    name: requiredText('Name is required', 120),
    line1: requiredText('Address line 1 is required', 200),
    line2: optionalText(200).default(''),
    city: requiredText('City is required', 100),
    state: requiredText('State is required', 100),
    postalCode: requiredText('ZIP code is required', 20),
    country: z.literal('US', ifWrong('Prizes are sent within the United States.')).default('US'),
  })
  .check(addressRule)
  .meta({ id: 'PrizeAddress' })
export type PrizeAddress = z.infer<typeof PrizeAddress>

const key = z.string().max(200).optional()
export const AcceptBody = strictModel('AcceptPrize', {
  /** From the link in the e-mail. Signed-in winners omit the key. */
  key,
  shipTo: PrizeAddress,
  addressConfirmed,
  isEligible: z.literal(true, ifMissing('Please confirm that you may take the prize.')),
})
export const DeclineBody = strictModel('DeclinePrize', { key, reason: z.string().trim().max(500).optional() })

const Giveaway = z.object({
  title: z.string(),
  tier: z.enum(TIERS),
  value: z.number(),
  endDate: z.iso.datetime().nullable(),
})
const moment = z.iso.datetime().nullable()
const PaperView = z.object({ kind: z.enum(PAPERS), status: z.enum(PAPER_STATUSES), statusAt: z.iso.datetime() })

/** A winner in the list. Clients rely on the fields up to `method` (B-12.53). */
export const Winner = model('Winner', {
  id: z.string(),
  email: z.string(),
  slotNumber: z.int(),
  date: z.iso.datetime(),
  tier: z.enum(TIERS),
  selectedAt: z.iso.datetime(),
  method: z.enum(['automatic', 'random']),
  early: z.boolean(),
  /** For a draw before its date. */
  reason: z.string().nullable(),
  name: z.string(),
  /** Rank in the drawn order; the first is 1. */
  place: z.int(),
  state: z.enum(STATES),
  notifiedAt: moment,
  /** The deadline for the winner's answer. */
  answerBy: moment,
  shippedAt: moment,
  /** When the prize arrived, or when staff settled it otherwise. */
  doneAt: moment,
  endedReason: z.string().nullable(),
  task: z.enum(TASKS).nullable(),
  taskDueAt: moment,
})
export type Winner = z.infer<typeof Winner>

export const GiveawayWinners = model('GiveawayWinners', {
  giveawayId: z.string(),
  giveaway: Giveaway,
  winners: z.array(Winner),
  totalWinners: z.int(),
})
export type GiveawayWinners = z.infer<typeof GiveawayWinners>

export const WinnersQuery = z.strictObject({
  /** Giveaways whose prize is in this state; `nobody-left` when no alternate remains. */
  state: z.enum(['drawn', 'notified', 'accepted', 'shipped', 'done', 'nobody-left']).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type WinnersQuery = z.infer<typeof WinnersQuery>

/** A winner in the list of staff, with the giveaway. */
export const ListedWinner = Winner.extend({
  giveawayId: z.string(),
  giveaway: Giveaway,
  drawnAt: z.iso.datetime(),
  /** When the task of staff or the answer of the winner is due. */
  deadline: moment,
}).meta({ id: 'ListedWinner' })
export type ListedWinner = z.infer<typeof ListedWinner>

export const ListedWinnersQuery = z.strictObject({
  /** `nobody-left`: no alternate remains in the drawn order. */
  state: z.enum([...STATES, 'nobody-left']).optional(),
  sort: z.enum(WINNER_SORTS).default('drawn'),
  way: z.enum(['up', 'down']).default('down'),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
export type ListedWinnersQuery = z.infer<typeof ListedWinnersQuery>

export const ListedWinners = model('ListedWinners', {
  winners: z.array(ListedWinner),
  nextCursor: z.string().nullable(),
})

export const WinnersPage = model('WinnersPage', {
  giveaways: z.array(GiveawayWinners),
  nextCursor: z.string().nullable(),
})

export const WinnerTask = model('WinnerTask', {
  winnerId: z.string(),
  giveawayId: z.string(),
  title: z.string(),
  name: z.string(),
  slotNumber: z.int(),
  state: z.enum(STATES),
  task: z.enum(TASKS),
  dueAt: z.iso.datetime(),
  isOverdue: z.boolean(),
})
export type WinnerTask = z.infer<typeof WinnerTask>

/** `open` and `overdue` are counted up to `TASK_COUNT_LIMIT`. */
export const WinnerTasks = model('WinnerTasks', {
  tasks: z.array(WinnerTask),
  open: z.int(),
  overdue: z.int(),
  nextCursor: z.string().nullable(),
})
export const TasksQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type TasksQuery = z.infer<typeof TasksQuery>

const Parcel = {
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  shippedAt: moment,
}

export const WinnerDetail = Winner.extend({
  giveawayId: z.string(),
  giveaway: Giveaway,
  userId: z.string().nullable(),
  phone: z.string().nullable(),
  answeredAt: moment,
  shipTo: PrizeAddress.nullable(),
  ...Parcel,
  papers: z.array(PaperView),
  /** Status of the winner's notice. `held`: the account is disabled, and staff decide. */
  notice: z.enum(['none', 'held', 'waiting', 'sent', 'failed']),
  messages: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      kind: z.enum(['notice', 'reminder', 'papers', 'shipped', 'written', 'change']),
      subject: z.string(),
      body: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
  actions: z.array(z.enum(ACTIONS)),
  /** The value is so large that passing on takes a second person. */
  takesTwoPersons: z.boolean(),
  /** Why passing on waits for another person: the value, or staff who may have silenced the winner. Null where one person is enough. */
  whyTwoPersons: z.enum(['value', 'silenced']).nullable(),
  /** The highest value since the publication, in dollars. Rules of two persons and papers read it. */
  countedValue: z.number(),
  /** Proposals to pass on the prize, latest first. `by` is null for the rules; `decision` is null while a second person is awaited. */
  passes: z.array(
    z.object({
      id: z.string(),
      reasonClass: z.enum(REASON_CLASSES),
      reason: z.string(),
      by: z.string().nullable(),
      isMine: z.boolean(),
      at: z.iso.datetime(),
      decision: z.enum(['confirmed', 'refused', 'void']).nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: moment,
      decisionReason: z.string().nullable(),
    }),
  ),
  /** For a winner who lost the prize: the proof of notice, whose hash is in the public log. */
  noticeProof: z.object({ text: z.string(), hash: z.string() }).nullable(),
}).meta({ id: 'WinnerDetail' })
export type WinnerDetail = z.infer<typeof WinnerDetail>

/** `otherwise`: staff reached the winner by phone or mail and record how. */
export const TellBody = z
  .strictObject({ by: z.enum(['email', 'otherwise']), reason: Reason.optional() })
  .refine(({ by, reason: how }) => by === 'email' || how, {
    path: ['reason'],
    message: 'Say how you reached the winner.',
  })
  .meta({ id: 'TellWinner' })
export type TellBody = z.infer<typeof TellBody>
/** `reasonClass` goes to the public log; the usual one of `as` when omitted. The reason stays with the shop. */
export const PassOnBody = z
  .strictObject({
    as: z.enum(ENDS, ifMissing('Choose why it passes on.')),
    reasonClass: z.enum(REASON_CLASSES).optional(),
    reason: Reason,
  })
  .refine(({ as, reasonClass }) => !reasonClass || CLASSES_OF[as].includes(reasonClass), {
    path: ['reasonClass'],
    message: 'Choose a reason that fits this end.',
  })
  .transform(({ reasonClass, ...body }) => ({ ...body, reasonClass: reasonClass ?? usualClassOf(body.as) }))
  .meta({ id: 'PassOn' })

const usualClassOf = (as: keyof typeof CLASSES_OF): ReasonClass => CLASSES_OF[as][0]!

export const RefusePassBody = strictModel('RefusePass', { reason: Reason })
export const StaffAcceptBody = strictModel('AcceptForWinner', {
  shipTo: PrizeAddress,
  addressConfirmed,
  reason: Reason,
})
export const PaperBody = strictModel('WinnerPaper', { kind: z.enum(PAPERS), status: z.enum(PAPER_STATUSES) })
export type PaperBody = z.infer<typeof PaperBody>
export const WriteBody = strictModel('WriteToWinner', {
  subject: requiredText('Please enter a subject', 200),
  text: requiredText('Please enter a message', 5000),
})
export type WriteBody = z.infer<typeof WriteBody>
export const SettleBody = strictModel('SettlePrize', { reason: Reason })

export const Prize = model('Prize', {
  id: z.string(),
  giveaway: Giveaway.omit({ endDate: true }).extend({ slug: z.string() }),
  slotNumber: z.int(),
  state: z.enum(STATES),
  answerBy: moment,
  /** The caller is signed in as the winner, and not just a holder of the link. */
  isOwn: z.boolean(),
  canAnswer: z.boolean(),
  /** The address can be corrected until the parcel ships. */
  canCorrect: z.boolean(),
  papers: z.array(PaperView),
  ...Parcel,
  /** Only for a signed-in winner, because a link can be shared. */
  shipTo: PrizeAddress.nullable(),
})
export type Prize = z.infer<typeof Prize>
export const Prizes = z.object({ prizes: z.array(Prize) })
