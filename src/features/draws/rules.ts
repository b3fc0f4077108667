import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
/** Classes of reasons for passing on a prize. The public log names the class and never the reason itself. */
export const REASON_CLASSES = ['no_reply', 'declined', 'ineligible', 'papers_missing', 'unreachable', 'left'] as const
export type ReasonClass = (typeof REASON_CLASSES)[number]

export const REASON_WORDS: Record<ReasonClass, string> = {
  no_reply: `No reply within ${ANSWER_DAYS} days`,
  declined: 'Declined by the winner',
  ineligible: 'Not eligible by the rules',
  papers_missing: 'Papers did not come',
  unreachable: 'Could not be reached',
  left: 'Deleted the account',
}
