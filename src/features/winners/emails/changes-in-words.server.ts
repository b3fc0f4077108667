import { isDeepStrictEqual } from 'node:util'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import type { State } from '../rules.ts'

/** The fields of a winner's row that concern the winner. */
type Standing = {
  state: State
  ship_to: unknown
  carrier: string | null
  tracking_number: string | null
  answer_due_at: Date | null
  user_id: string | null
}

const STATES: Partial<Record<State, (next: Standing) => string>> = {
  notified: () => 'We noted that we told you about it.',
  accepted: () => 'It was accepted for you.',
  shipped: ({ carrier }) => `It left us with ${carrier}.`,
  done: () => 'We noted that it arrived.',
  declined: () => 'It was declined, and goes to the next entry of the drawn order.',
  forfeited: () => 'It goes to the next entry of the drawn order, because its time was over.',
  disqualified: () => 'It goes to the next entry of the drawn order, because the rules do not admit you to it.',
}

/** The changes of a step for the winner, one sentence each; empty for the shop's own book-keeping. */
export function changesInWords(before: Standing, next: Standing): string[] {
  const isEnded = next.state !== before.state && ['declined', 'forfeited', 'disqualified'].includes(next.state)
  const isMoved = next.state !== before.state
  return [
    ...(isMoved ? [STATES[next.state]?.(next) ?? []].flat() : []),
    ...(!isEnded && before.ship_to && !isDeepStrictEqual(before.ship_to, next.ship_to)
      ? ['Its address was changed.']
      : []),
    ...(!isMoved && (before.carrier !== next.carrier || before.tracking_number !== next.tracking_number)
      ? [`Its carrier or tracking number was corrected: ${next.carrier}.`]
      : []),
    ...(next.answer_due_at && +next.answer_due_at !== +(before.answer_due_at ?? 0)
      ? [`Please answer by ${dayInWords(shopDayOf(next.answer_due_at), 'long')}.`]
      : []),
    ...(before.user_id !== next.user_id ? ['It now belongs to another account.'] : []),
  ]
}
