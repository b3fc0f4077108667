import type { To } from 'react-router'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { Winner } from '../../contract.ts'
import { STATE_WORDS, type State, TASK_WORDS } from '../../rules.ts'

type WinnerTableProps = {
  title: string
  winners: readonly Winner[]
  linkTo: (winnerId: string) => To
  /** Id of the open winner. */
  openId: string
}

/** Narrow screens show the wide columns below the winner's name or on the winner's page. */
const WIDE = 'max-xl:hidden'

/** All winners of one giveaway's drawn order, by place, beside the open one. */
export function WinnerTable({ title, winners, linkTo, openId }: WinnerTableProps) {
  return (
    <Table
      caption={`Winners of ${title}`}
      captionHidden
      className="max-xl:min-w-0!"
      head={[
        { name: 'Place', numeric: true, className: WIDE },
        'Winner',
        { name: 'Slot', numeric: true, className: WIDE },
        { name: 'State', className: WIDE },
        { name: 'Next', className: WIDE },
      ]}
    >
      {winners.map(winner => (
        <tr key={winner.id}>
          <Cell numeric className={WIDE}>
            {winner.place}
          </Cell>
          <Cell>
            {winner.id === openId ? (
              <strong aria-current="true">
                <EmailText>{winner.email}</EmailText>
              </strong>
            ) : (
              <TextLink to={linkTo(winner.id)} className="block">
                <EmailText>{winner.email}</EmailText>
              </TextLink>
            )}
            <span className="block text-muted">{winner.name}</span>
            <span className="block text-muted xl:hidden">
              Place {winner.place} · slot {winner.slotNumber}
            </span>
            <span className="mt-1.5 flex flex-col items-start gap-1 xl:hidden">
              <StateBadge state={winner.state} />
              <span>
                <Next winner={winner} />
              </span>
            </span>
          </Cell>
          <Cell numeric className={WIDE}>
            {winner.slotNumber}
          </Cell>
          <Cell className={WIDE}>
            <StateBadge state={winner.state} />
          </Cell>
          <Cell className={WIDE}>
            <Next winner={winner} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function Next({ winner }: { winner: Winner }) {
  if (winner.task && winner.taskDueAt)
    return (
      <>
        {TASK_WORDS[winner.task]}
        <span className="block text-muted">due {formatShopDay(winner.taskDueAt)}</span>
      </>
    )
  if (winner.state === 'notified' && winner.answerBy)
    return <span className="text-muted">answers by {formatMoment(new Date(winner.answerBy))}</span>
  return <span className="text-muted">{winner.endedReason ?? 'Nothing'}</span>
}

const TONES: Record<State, BadgeTone> = {
  drawn: 'warning',
  notified: 'signal',
  accepted: 'signal',
  shipped: 'ranger',
  done: 'success',
  declined: 'neutral',
  forfeited: 'neutral',
  disqualified: 'danger',
}

export const StateBadge = ({ state }: { state: State }) => <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
