import { useState } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { REASON_NAMES } from '../card-reasons.ts'
import type { CardCounts, CardState, MailCard } from '../contract.ts'
import { useCardCounts } from '../web/mailed-cards.tsx'
import { SlipDialog } from './card-slip.tsx'
import { useCards } from './use-cards.ts'

const STATES: readonly { value: CardState | ''; label: string }[] = [
  { value: '', label: 'All cards' },
  { value: 'registered', label: 'Registered' },
  { value: 'refused', label: 'Refused' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'opened', label: 'To type' },
]

/** The register of a giveaway: counts by day as everyone reads them, and the cards with their decisions. */
export function CardRegister({ giveawayId }: { giveawayId: string }) {
  const counts = useCardCounts(giveawayId)
  const [state, setState] = useState<CardState | ''>('')
  const list = useCards(giveawayId, state)
  const [printing, setPrinting] = useState<MailCard | null>(null)
  const mayPrint = useRight('entries.confirm')
  return (
    <div className="flex flex-col gap-6">
      <QueryBody query={counts} loading={<SkeletonText lines={3} />}>
        {data => <Days counts={data} />}
      </QueryBody>
      <SelectField
        label="Show"
        className="w-full sm:w-48"
        options={STATES}
        value={state}
        onChange={event => setState(event.target.value as CardState | '')}
      />
      <ListBody
        list={list}
        failed="Failed to load cards"
        loading={6}
        empty={<EmptyState icon="mail" title={state ? 'No cards match' : 'No cards yet'} />}
        nouns={['card', 'cards']}
        className="flex flex-col gap-4"
      >
        {cards => <Cards cards={cards} onPrint={mayPrint ? setPrinting : undefined} />}
      </ListBody>
      {printing && <SlipDialog number={printing.number} onClose={() => setPrinting(null)} />}
    </div>
  )
}

function Days({ counts }: { counts: CardCounts }) {
  if (counts.days.length === 0) return null
  return (
    <Table
      caption="Cards by day, public on the giveaway’s page"
      className="min-w-0!"
      head={[
        { name: 'Day', className: 'max-sm:px-2' },
        { name: 'Opened', numeric: true, className: 'max-sm:px-2' },
        { name: 'Registered', numeric: true, className: 'max-sm:px-2' },
        { name: 'Refused', numeric: true, className: 'max-sm:px-2' },
      ]}
    >
      {counts.days.map(({ day, received, registered, refused }) => (
        <tr key={day}>
          <Cell className="whitespace-nowrap max-sm:px-2">{dayInWords(day)}</Cell>
          <Cell numeric className="max-sm:px-2">
            {received}
          </Cell>
          <Cell numeric className="max-sm:px-2">
            {registered}
          </Cell>
          <Cell numeric className="max-sm:px-2">
            {refused}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

type CardsProps = { cards: readonly MailCard[]; onPrint: ((card: MailCard) => void) | undefined }

/** Narrow screens show the wide columns below the sender. */
const WIDE = 'max-lg:hidden'
const NARROW = 'lg:hidden'

const Cards = ({ cards, onPrint }: CardsProps) => (
  <Table
    caption="Register of cards"
    captionHidden
    className="max-lg:min-w-0!"
    head={[
      { name: 'Card', numeric: true, className: 'max-lg:pr-0!' },
      'Sender',
      { name: 'Received', className: WIDE },
      { name: 'State', className: WIDE },
    ]}
  >
    {cards.map(card => (
      <tr key={card.number}>
        <Cell numeric className="max-lg:pr-0! align-top">
          {card.number}
        </Cell>
        <Cell className="align-top lg:min-w-60">
          <span className="wrap-anywhere">
            {card.sender?.name ?? (card.state === 'opened' ? 'Not typed yet' : 'Sender not readable')}
          </span>
          {card.sender?.email && <EmailText className="text-muted">{card.sender.email}</EmailText>}
          <div className={`mt-1 flex flex-col items-start gap-1 text-muted ${NARROW}`}>
            Received {dayInWords(card.receivedOn)}
            <State card={card} onPrint={onPrint} />
          </div>
        </Cell>
        <Cell className={`whitespace-nowrap align-top ${WIDE}`}>{dayInWords(card.receivedOn)}</Cell>
        <Cell className={`align-top ${WIDE}`}>
          <State card={card} onPrint={onPrint} />
        </Cell>
      </tr>
    ))}
  </Table>
)

const TONES = { registered: 'success', refused: 'danger', waiting: 'warning', opened: 'neutral' } as const
const STATE_NAMES = { registered: 'Registered', refused: 'Refused', waiting: 'Waiting', opened: 'To type' } as const

function State({ card, onPrint }: { card: MailCard; onPrint: CardsProps['onPrint'] }) {
  const { number, state, reason, slotNumber, decidedBy, decidedAt, typedBy, channel, extraOf } = card
  const people = [typedBy?.name, decidedBy?.id !== typedBy?.id && decidedBy?.name].filter(Boolean)
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
        {slotNumber !== null && `Slot ${slotNumber}`}
      </span>
      {channel === 'online' && <span>Online</span>}
      {extraOf !== null && <span>Further entry of card {extraOf}</span>}
      {reason && <span>{REASON_NAMES[reason]}</span>}
      <span className="text-muted">
        {decidedAt && `${formatMoment(new Date(decidedAt))}${people.length > 0 ? `, ${people.join(' and ')}` : ''}`}
      </span>
      {state === 'registered' && onPrint && (
        <Button size="sm" variant="quiet" aria-label={`Receipt of card ${number}`} onClick={() => onPrint(card)}>
          Print receipt
        </Button>
      )}
    </div>
  )
}
