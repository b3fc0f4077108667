import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { PageGiveaway } from './load-giveaway.ts'

const TITLES = {
  closed_early: 'Closed before its end',
  cancelled: 'Cancelled',
} as const

/** The staff's reason for closing a giveaway early and the link to its relisted copy. Empty for a giveaway that ended normally. */
export function Closing({ closing }: { closing: NonNullable<PageGiveaway['closing']> }) {
  const { reason, note, goesOnAt } = closing
  const goesOn = goesOnAt && (
    <>
      {' '}
      <TextLink to={`/giveaways/${goesOnAt}`}>It is up again.</TextLink>
    </>
  )
  if (reason !== 'closed_early' && reason !== 'cancelled') return goesOn ? <p className="text-sm">{goesOn}</p> : null
  return (
    <Notice kind="warning" title={TITLES[reason]}>
      {note}{' '}
      {reason === 'cancelled'
        ? 'Every credit was returned; no winner is drawn.'
        : 'Entries and mail count as the rules say.'}
      {goesOn}
    </Notice>
  )
}
