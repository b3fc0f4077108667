import { Notice } from '#ui/feedback/notice.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { useNow } from '#ui/time/use-now.ts'
import type { WinnerDetail } from '../contract.ts'
import { TASK_WORDS } from '../state-words.ts'

const NOTICE_WORDS: Record<WinnerDetail['notice'], string> = {
  none: 'The e-mail is not written yet.',
  held: 'The account is disabled, so nothing was sent. Enable it, tell the winner otherwise, or pass the prize on.',
  waiting: 'The e-mail is on its way.',
  sent: 'The e-mail has left.',
  failed: 'The e-mail could not be delivered. Reach the winner otherwise, or try again.',
}

/** Who acts next, and by when. */
export function WhatNext({ winner }: { winner: WinnerDetail }) {
  const now = useNow()
  const { state, task, taskDueAt, answerBy, endedReason } = winner
  if (task && taskDueAt) {
    const isOverdue = now !== null && +new Date(taskDueAt) < +now
    return (
      <Notice kind={isOverdue ? 'danger' : 'warning'} title={`${TASK_WORDS[task]} by ${formatShopDay(taskDueAt)}`}>
        {isOverdue && <p>This is overdue.</p>}
        {task === 'tell' && <p>{NOTICE_WORDS[winner.notice]}</p>}
        {endedReason && <p>{endedReason}</p>}
      </Notice>
    )
  }
  if (state === 'notified' && answerBy)
    return (
      <Notice title={`The winner answers by ${formatShopDay(answerBy)}`}>
        Reminders leave on days 3 and 6. Without an answer the prize passes on by itself.
      </Notice>
    )
  if (endedReason)
    return (
      <Notice title={winner.doneAt ? 'Settled: nobody was left' : 'Passed to the next of the drawn order'}>
        {endedReason}
      </Notice>
    )
  return null
}
