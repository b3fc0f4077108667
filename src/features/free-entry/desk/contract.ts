import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { CARD_REASONS, REFUSAL_REASONS } from '../cards/card-reasons.ts'
import { MailCard, SenderInput } from '../cards/contract.ts'
import { digitsOfCardCode } from './card-code.ts'

export const MAIL_DESK_ERRORS = {
  card_typed: conflict(
    'Card {number} was already typed by {name}. Your text is still in the form: compare it, or take the next card.',
  ),
  card_code_unknown: notFound('No giveaway has this code. Compare it with the card, or choose the giveaway.'),
  card_not_scanned: notFound('This card has no scan.'),
  card_without_letter: conflict('There is no letter: the card was not refused, or its sender could not be read.'),
} as const satisfies ErrorTable

/** `opened`: numbered, to be typed. `waiting`: typed, to be confirmed by a second person. */
export const DESK_STAGES = ['opened', 'waiting', 'registered', 'refused'] as const
export type DeskStage = (typeof DESK_STAGES)[number]

/** Envelopes that one call numbers. */
export const MOST_OPENED = 50

/** Envelopes of one giveaway and one day of arrival. */
export const OpenedInput = strictModel('OpenedInput', {
  /** The id of the giveaway, or the code of the printed card. */
  giveaway: requiredText('Choose a giveaway.', 200, 'The giveaway must be 200 characters or less.'),
  /** Defaults to today. It decides whether the cards count. */
  receivedOn: dayInput('Enter a date.').optional(),
  count: z
    .int(ifWrong('Enter a whole number.'))
    .min(1, 'At least one card.')
    .max(MOST_OPENED, `At most ${MOST_OPENED} cards at once.`)
    .default(1),
})
export type OpenedInput = z.infer<typeof OpenedInput>

export const OpenedCards = model('OpenedCards', {
  message: z.string(),
  /** Numbers of the register, in their order. */
  numbers: z.array(z.int()),
  /** Why cards of this day do not count, or that the giveaway is for members; null where nothing is to be said. */
  notice: z.string().nullable(),
})

/** What is read on an opened card. */
export const TypedInput = SenderInput.meta({ id: 'TypedInput' })
export type TypedInput = z.infer<typeof TypedInput>

export const ScannedCard = model('ScannedCard', { message: z.string() })

/** A rule that refuses a card, in words for staff, and the class of the reason. */
export const CardProblem = model('CardProblem', {
  code: z.string(),
  sentence: z.string(),
  reason: z.enum([...REFUSAL_REASONS, 'not_confirmed']),
})
export type CardProblem = z.infer<typeof CardProblem>

export const TypedCard = model('TypedCard', {
  message: z.string(),
  cardNumber: z.int(),
  /** `refused` where the day, the freeze or the cancellation leaves nothing to decide. */
  state: z.enum(['waiting', 'refused']),
  /** What the second person will be told. */
  problem: CardProblem.nullable(),
})

export const TakeInput = strictModel('TakeInput', {
  stage: z.enum(['opened', 'waiting']),
  giveawayId: z.uuid().optional(),
  /** A certain card, by its number. */
  number: z.int().min(1).max(2_000_000_000).optional(),
  /** Cards from this number on, to skip the others. */
  after: z.int().min(0).max(2_000_000_000).default(0),
})
export type TakeInput = z.infer<typeof TakeInput>

export const DeskCard = MailCard.omit({ state: true })
  .extend({
    state: z.enum(DESK_STAGES),
    title: z.string(),
    openedAt: z.iso.datetime(),
    /** The first and the last day on which mail counts. */
    window: z.object({ first: z.iso.date(), last: z.iso.date().nullable() }),
    problem: CardProblem.nullable(),
    /** Other senders of the same address in this giveaway, with their live entries. Staff decide by the rules of the giveaway. */
    household: z.array(z.object({ name: z.string(), entries: z.int() })),
    hasScan: z.boolean(),
  })
  .meta({ id: 'DeskCard' })
export type DeskCard = z.infer<typeof DeskCard>

export const TakenCard = model('TakenCard', { card: DeskCard.nullable() })

export const DeskQuery = z.strictObject({
  stage: z.enum(DESK_STAGES).default('opened'),
  giveawayId: z.uuid().optional(),
  ...PAGE_QUERY,
})
export type DeskQuery = z.infer<typeof DeskQuery>

export const DeskRow = model('DeskRow', {
  number: z.int(),
  state: z.enum(DESK_STAGES),
  reason: z.enum(CARD_REASONS).nullable(),
  giveaway: z.object({ id: z.string(), title: z.string() }),
  receivedOn: z.iso.date(),
  /** Came after the mail-in window. */
  isLate: z.boolean(),
  sender: z.string().nullable(),
  hasScan: z.boolean(),
  /** Another person reads the card now. */
  takenBy: z.string().nullable(),
})
export type DeskRow = z.infer<typeof DeskRow>

export const DeskRows = model('DeskRows', { cards: z.array(DeskRow), nextCursor: z.string().nullable() })

export const DeskCounts = model('DeskCounts', {
  counts: z.object({ opened: z.int(), waiting: z.int() }),
  /** Counting stops here. */
  limit: z.int(),
})

/** A giveaway for which cards can come. */
export const DeskGiveaway = model('DeskGiveaway', {
  id: z.string(),
  title: z.string(),
  code: z.string(),
  window: z.object({ first: z.iso.date(), last: z.iso.date().nullable() }),
  /** A card that comes today can count. */
  isOpen: z.boolean(),
  /** As in `OpenedCards`, for a card that comes today. */
  notice: z.string().nullable(),
  entryLimit: z.int(),
})
export type DeskGiveaway = z.infer<typeof DeskGiveaway>

export const DeskGiveaways = model('DeskGiveaways', { giveaways: z.array(DeskGiveaway) })

export const DeskCardCode = z.strictObject({
  code: z
    .string()
    .max(200, { abort: true })
    .refine(code => digitsOfCardCode(code) !== null, 'A code has 10 digits and letters, such as A1B2-C3D4-E5.'),
})

/** What the sender of a refused card is told. */
export const CardLetter = model('CardLetter', {
  subject: z.string(),
  lines: z.array(z.string()),
  sender: z.object({ name: z.string(), address: z.string().nullable() }),
  /** An e-mail with these words left. */
  wasMailed: z.boolean(),
})
export type CardLetter = z.infer<typeof CardLetter>
