import type { To } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { formatDay } from '#ui/format-day.ts'
import { formatMoment } from '#ui/format-moment.ts'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Winner } from '../contract.ts'
import { TASK_WORDS } from '../state-words.ts'
import { StateBadge } from './state-badge.tsx'

type Props = {
  title: string
  winners: readonly Winner[]
  linkTo: (winnerId: string) => To
  /** The one that is open already. */
  openId?: string
}

/** Everybody whom the drawn order of one giveaway named, by place. */
export function WinnerTable({ title, winners, linkTo, openId }: Props) {
  return (
    <Table caption={`Winners of ${title}`} captionHidden className="min-w-3xl">
      <thead>
        <tr>
          <HeadCell numeric>Place</HeadCell>
          <HeadCell>Winner</HeadCell>
          <HeadCell numeric>Slot</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Next</HeadCell>
          <HeadCell>Entered</HeadCell>
          <HeadCell>Selected</HeadCell>
          <HeadCell>Method</HeadCell>
        </tr>
      </thead>
      <tbody>
        {winners.map(winner => (
          <tr key={winner.id}>
            <Cell numeric>{winner.place}</Cell>
            <Cell>
              {winner.id === openId ? (
                <strong aria-current="true">{winner.email}</strong>
              ) : (
                <TextLink to={linkTo(winner.id)} preventScrollReset>
                  {winner.email}
                </TextLink>
              )}
              <span className="block text-muted">{winner.name}</span>
            </Cell>
            <Cell numeric>{winner.slotNumber}</Cell>
            <Cell>
              <StateBadge state={winner.state} />
            </Cell>
            <Cell>
              <Next winner={winner} />
            </Cell>
            <Cell className="whitespace-nowrap">{formatMoment(new Date(winner.date))}</Cell>
            <Cell className="whitespace-nowrap">{formatMoment(new Date(winner.selectedAt))}</Cell>
            <Cell>
              {winner.method} {winner.early && <Badge tone="warning">Early: {winner.reason}</Badge>}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Next({ winner }: { winner: Winner }) {
  if (winner.task && winner.taskDueAt)
    return (
      <>
        {TASK_WORDS[winner.task]}
        <span className="block text-muted">due {formatDay(winner.taskDueAt)}</span>
      </>
    )
  if (winner.state === 'notified' && winner.answerBy)
    return <span className="text-muted">answers by {formatDay(winner.answerBy)}</span>
  return <span className="text-muted">{winner.endedReason ?? 'Nothing'}</span>
}
