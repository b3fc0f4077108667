import { toDollars } from '#kernel/values/money.ts'
import type { TimelineKind } from '../profile/profile-contract.ts'

/** One event as the database returns it (`user_event`, 0021_people.sql). */
export type Told = { kind: TimelineKind; what: string; detail: Record<string, unknown> }

const ORDER_WORDS: Record<string, string> = {
  placed: 'was placed',
  paid: 'was paid',
  expired: 'expired unpaid',
  cancelled: 'was cancelled',
  failed: 'failed to be paid',
  review: 'is held for review',
  backordered: 'is sent in part later',
  packed: 'was packed',
  unpacked: 'was unpacked',
  shipped: 'was shipped',
  tracking: 'got another tracking number',
  delivered: 'was delivered',
  refunded: 'was refunded',
  refund_failed: 'could not be refunded',
  note: 'got a note',
}
const CREDIT_WORDS: Record<string, string> = {
  earned: 'Credits earned',
  granted: 'Credits granted',
  benefit: 'Monthly credit of the membership',
  entry: 'Credit spent on an entry',
  entry_returned: 'Credit of an entry returned',
  subtracted: 'Credits taken back',
  reversed: 'Credits taken back by a refund',
  merged_in: 'Credits came from a merged account',
  merged_out: 'Credits went to the account that this one became a part of',
}
const ENTRY_WORDS: Record<string, string> = {
  entered: 'Entered',
  auto: 'Entered automatically',
  mailed: 'Entered by mail',
  removed: 'Entry removed from',
}
const CHANNELS: Record<string, string> = { sms: 'SMS', email: 'e-mail', push: 'push' }

const dollars = (cents: unknown) => `$${toDollars(Number(cents)).toFixed(2)}`
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const TELL: Record<TimelineKind, (what: string, detail: Record<string, unknown>) => [string, string | null]> = {
  order: (what, { number, cents, note }) => [
    `Order RD-${number} ${ORDER_WORDS[what] ?? what}`,
    text(note) ?? (['placed', 'paid', 'refunded'].includes(what) ? dollars(cents) : null),
  ],
  entry: (what, { title, slot }) => [`${ENTRY_WORDS[what] ?? what} ${title}`, `Slot ${slot}`],
  credit: (what, { description }) => [CREDIT_WORDS[what] ?? 'Credits moved', text(description)],
  membership: (what, { plan }) => [what === 'began' ? 'Membership began' : 'Membership ended', `${plan}`],
  ticket: (what, { subject }) => [what === 'support' ? 'Support ticket written' : 'Inquiry written', text(subject)],
  consent: (what, { given, of, source }) => [
    `${given ? 'Agreed to' : 'Withdrew'} ${CHANNELS[what] ?? what}`,
    [text(of)?.replaceAll('_', ' '), text(source)?.replaceAll('-', ' ')].filter(Boolean).join(', ') || null,
  ],
  'sign-in': (what, { browser }) => [what === 'joined' ? 'Joined' : 'Signed in', text(browser)],
  staff: (what, { note, reason }) => [
    what === 'noted' ? 'Note' : `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    text(note) ?? text(reason),
  ],
}

/** The title and the detail of one event for staff. */
export const told = ({ kind, what, detail }: Told): { title: string; detail: string | null } => {
  const [title, more] = TELL[kind](what, detail)
  return { title, detail: more }
}
