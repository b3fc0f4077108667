import { type ReactNode, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { useList } from '#ui/use-list.ts'
import { SlipDialog } from '../../cards/admin/card-slip.tsx'
import { REASON_NAMES } from '../../cards/card-reasons.ts'
import type { DeskRow, DeskStage } from '../contract.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { MAIL_DESK, mailDesk } from './mail-desk-client.ts'

const EMPTY: Record<DeskStage, string> = {
  opened: 'No card to type',
  waiting: 'No card to confirm',
  registered: 'No card became an entry yet',
  refused: 'No card was refused',
}

type DeskListProps = { stage: DeskStage; onTake?: (number: number) => void; takeLabel?: string }

/** The queue at one step: work from the oldest card, finished cards from the newest. */
export function DeskList({ stage, onTake, takeLabel }: DeskListProps) {
  const [printing, setPrinting] = useState<number | null>(null)
  const list = useList({
    queryKey: [MAIL_DESK, 'list', stage],
    fetchPage: next => call(mailDesk().cards.$get({ query: { stage, ...next } })),
    rowsOf: page => page.cards,
  })
  const actionOf = ({ number, state, sender }: DeskRow): ReactNode => {
    if (state === 'registered') return <Print name="receipt" number={number} onPress={setPrinting} />
    if (state === 'refused') return sender && <Print name="letter" number={number} onPress={setPrinting} />
    return (
      onTake && (
        <Button size="sm" variant="quiet" aria-label={`${takeLabel} card ${number}`} onClick={() => onTake(number)}>
          {takeLabel}
        </Button>
      )
    )
  }
  return (
    <>
      <ListBody
        list={list}
        failed="Failed to load cards"
        loading={6}
        empty={<EmptyState icon="mail" title={EMPTY[stage]} />}
        nouns={['card', 'cards']}
        className="flex flex-col gap-4"
      >
        {cards => <Rows cards={cards} actionOf={actionOf} />}
      </ListBody>
      {printing !== null && stage === 'registered' && (
        <SlipDialog number={printing} onClose={() => setPrinting(null)} />
      )}
      {printing !== null && stage === 'refused' && <LetterDialog number={printing} onClose={() => setPrinting(null)} />}
    </>
  )
}

type PrintProps = { name: 'receipt' | 'letter'; number: number; onPress: (number: number) => void }

const Print = ({ name, number, onPress }: PrintProps) => (
  <Button
    size="sm"
    variant="quiet"
    aria-label={`${name === 'receipt' ? 'Receipt' : 'Letter'} of card ${number}`}
    onClick={() => onPress(number)}
  >
    Print {name}
  </Button>
)

type RowsProps = { cards: readonly DeskRow[]; actionOf: (card: DeskRow) => ReactNode }

const Rows = ({ cards, actionOf }: RowsProps) => (
  <Table
    caption="Cards"
    captionHidden
    className="max-lg:min-w-0!"
    head={[
      { name: 'Card', numeric: true, className: 'max-lg:pr-0!' },
      'Sender and giveaway',
      { name: 'Received', className: 'max-lg:hidden' },
      { name: 'Actions', isHidden: true },
    ]}
  >
    {cards.map(card => (
      <tr key={card.number}>
        <Cell numeric className="max-lg:pr-0! align-top">
          {card.number}
        </Cell>
        <Cell className="align-top">
          <span className="block wrap-anywhere">{card.sender ?? 'Sender not typed'}</span>
          <span className="block text-muted wrap-anywhere">{card.giveaway.title}</span>
          <span className="block text-muted lg:hidden">Received {dayInWords(card.receivedOn)}</span>
          <Marks card={card} />
        </Cell>
        <Cell className="whitespace-nowrap align-top max-lg:hidden">{dayInWords(card.receivedOn)}</Cell>
        <Cell className="align-top">{actionOf(card)}</Cell>
      </tr>
    ))}
  </Table>
)

function Marks({ card: { isLate, reason, hasScan, takenBy } }: { card: DeskRow }) {
  if (!isLate && !reason && !hasScan && !takenBy) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {isLate && <Badge tone="warning">Late</Badge>}
      {reason && <Badge tone="danger">{REASON_NAMES[reason]}</Badge>}
      {takenBy && <Badge>{takenBy} reads it now</Badge>}
      {hasScan && <Badge>Scan</Badge>}
    </span>
  )
}
