import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { CARD_REASONS, REFUSAL_REASONS } from './card-reasons.ts'

export const CARD_ERRORS = {
  card_not_found: notFound('There is no card with that number.'),
  card_decided: conflict('Card {number} was already decided: {state}.'),
  card_not_typed: conflict('Card {number} was not typed yet. Type it, or refuse it.'),
  own_card: conflict('You typed this card. A second person confirms it.'),
  card_not_registered: conflict('This card was not registered as an entry, so it has no receipt.'),
  card_over_cap: conflict(
    'Maximum {limit} entries per person (this sender has {existing}). Refuse the card as over the cap.',
  ),
  sender_under_age: conflict('This sender’s account belongs to a person under {age}. Refuse the card as under age.'),
  sender_state_excluded: conflict(
    'This giveaway is not open to residents of {state}. Refuse the card as against another rule.',
  ),
  sender_abroad: conflict(
    'Giveaways are open to residents of the United States. Refuse the card as against another rule.',
  ),
} as const satisfies ErrorTable

/** `opened`: numbered at the desk for the mail, and not typed yet. */
export const CARD_STATES = ['opened', 'waiting', 'registered', 'refused'] as const
export type CardState = (typeof CARD_STATES)[number]

const Day = dayInput('Enter a date.')
const Name = requiredText('Name is required', 120, 'Name must be 120 characters or less')
const Address = z
  .string()
  .trim()
  .max(300, { error: 'At most 300 characters.', abort: true })
  .transform(text =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
      .join('\n'),
  )
const Email = z.string().trim().toLowerCase().max(254, { abort: true }).pipe(z.email('Invalid email format'))
const days = {
  /** The day on which the envelope arrived; defaults to today. It decides whether the entry counts. */
  receivedOn: Day.optional(),
  /** The postmark's date, for the record. */
  postmarkedOn: Day.nullable().optional(),
}
/** Forms send an empty text for an empty field. */
const orEmpty = <T extends z.ZodType>(field: T) => z.union([z.literal('').transform(() => null), field]).nullish()

const sender = { name: Name, address: orEmpty(Address), email: orEmpty(Email) }
const hasAddress = ({ address, email }: { address?: string | null; email?: string | null }) => Boolean(address || email)
const ADDRESS_NEEDED = { path: ['address'], message: 'Postal address is required' }

/** What is read on a card. A sender without an address is found again by the e-mail address. */
export const PrivateEntryInput = z
  .strictObject({ ...sender, ...days })
  .refine(hasAddress, ADDRESS_NEEDED)
  .meta({ id: 'PrivateEntryInput' })
export type PrivateEntryInput = z.infer<typeof PrivateEntryInput>

/** What is read on a card whose day of arrival is known. */
export const SenderInput = z
  .strictObject({ ...sender, birthDate: orEmpty(Day), postmarkedOn: orEmpty(Day) })
  .refine(hasAddress, ADDRESS_NEEDED)

/** A card that is no entry. Its sender may be unreadable. */
export const RefusedCardInput = strictModel('RefusedCardInput', {
  reason: z.enum(REFUSAL_REASONS, ifMissing('Choose a reason.')),
  name: orEmpty(Name),
  address: orEmpty(Address),
  email: orEmpty(Email),
  ...days,
})
export type RefusedCardInput = z.infer<typeof RefusedCardInput>

export const RefuseCardInput = strictModel('RefuseCardInput', {
  reason: z.enum(REFUSAL_REASONS, ifMissing('Choose a reason.')),
})

/** Hints for the person who decides; none of them decides by itself. */
export const CARD_HINTS = ['same_day', 'known_account', 'other_name'] as const
export type CardHint = (typeof CARD_HINTS)[number]

const Person = z.object({ id: z.string(), name: z.string().nullable() }).nullable()

export const MailCard = model('MailCard', {
  /** The shop's next number when the card was opened; no number is left out. */
  number: z.int(),
  giveawayId: z.string(),
  /** By mail, or by the form on the giveaway's page. */
  channel: z.enum(['mail', 'online']),
  /** The card whose further entry this number is. */
  extraOf: z.int().nullable(),
  state: z.enum(CARD_STATES),
  reason: z.enum(CARD_REASONS).nullable(),
  /** Null for a card whose sender cannot be read. Texts are empty after the sender's data were erased. */
  sender: z
    .object({
      id: z.string(),
      name: z.string(),
      address: z.string().nullable(),
      email: z.string().nullable(),
      userId: z.string().nullable(),
    })
    .nullable(),
  receivedOn: z.iso.date(),
  postmarkedOn: z.iso.date().nullable(),
  typedAt: z.iso.datetime(),
  typedBy: Person,
  /** A second person must confirm the card. */
  needsSecond: z.boolean(),
  /** The caller may confirm the card: it waits, and another person typed it or one person may decide it. */
  canConfirm: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: Person,
  /** The number of the entry. */
  slotNumber: z.int().nullable(),
  /** The sender's live entries in this giveaway, bought and mailed, and the limit. */
  senderEntries: z.int(),
  entryLimit: z.int(),
  hints: z.array(z.enum(CARD_HINTS)),
})
export type MailCard = z.infer<typeof MailCard>

export const CardsQuery = z.strictObject({
  state: z.enum(CARD_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
})
export type CardsQuery = z.infer<typeof CardsQuery>

const Count = z.int()
const counts = {
  /** Cards opened. */
  received: Count,
  registered: Count,
  refused: Count,
}
export const CardCounts = model('CardCounts', {
  ...counts,
  /** Cards that are not decided yet. */
  waiting: Count,
  /** Registered cards by mail that one person both typed and confirmed. */
  byOnePerson: Count,
  /** Refused cards by reason. */
  reasons: z.partialRecord(z.enum(CARD_REASONS), Count),
  /** By day of the shop on which the card was opened or decided, latest first. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })),
})
export type CardCounts = z.infer<typeof CardCounts>

export const CardReceipt = model('CardReceipt', {
  cardNumber: z.int(),
  slotNumber: z.int(),
  receivedOn: z.iso.date(),
  giveaway: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  sender: z.object({ name: z.string(), address: z.string().nullable() }),
  /** The signed note `redoubt/receipt/2`. */
  receipt: z.string(),
  /** Proves that the holder in the leaf is the sender. */
  holderSecret: z.string(),
  /** Proves the mark in the leaf. */
  nonce: z.string(),
})
export type CardReceipt = z.infer<typeof CardReceipt>

export const MailCards = model('MailCards', { cards: z.array(MailCard), nextCursor: z.string().nullable() })
export type MailCards = z.infer<typeof MailCards>

/** `tempPassword` is always null, because a free entry needs no account. `slotNumber` is null until a second person confirms. */
export const PrivateEntryResult = model('PrivateEntryResult', {
  message: z.string(),
  slotNumber: z.int().nullable(),
  tempPassword: z.null(),
  cardNumber: z.int(),
})

export const DecidedCard = model('DecidedCard', {
  message: z.string(),
  cardNumber: z.int(),
  state: z.enum(CARD_STATES),
  slotNumber: z.int().nullable(),
})
export type DecidedCard = z.infer<typeof DecidedCard>
