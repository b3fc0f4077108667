import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { PageGiveaway } from './load-giveaway.ts'

const TITLES = {
  closed_early: 'Closed before its end',
  cancelled: 'Cancelled',
} as const

/** Why a giveaway was closed before its time, in the words of staff, and where it goes on; nothing for one that simply ended. */
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
