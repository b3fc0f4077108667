import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { GiveawayWinners, Winner } from '../../contract.ts'
import { TASK_WORDS } from '../../rules.ts'
import { NextStepButton } from '../next-step.tsx'
import { StateBadge } from './winner-table.tsx'

type AllWinnersProps = { giveaways: readonly GiveawayWinners[]; linkTo: (winnerId: string) => To }

/** The steps of a prize with their moments, as the row of the winner has them. A step that is due has its deadline. */
const DATES: readonly {
  head: string
  of: (winner: Winner) => string | null
  dueOf?: (winner: Winner) => string | null
}[] = [
  { head: 'Selected', of: ({ selectedAt }) => selectedAt },
  {
    head: 'Told',
    of: ({ notifiedAt }) => notifiedAt,
    dueOf: ({ task, taskDueAt }) => (task === 'tell' ? taskDueAt : null),
  },
  { head: 'Answer by', of: ({ answerBy }) => answerBy },
  {
    head: 'Shipped',
    of: ({ shippedAt }) => shippedAt,
    dueOf: ({ task, taskDueAt }) => (task === 'ship' ? taskDueAt : null),
  },
  { head: 'Delivered', of: ({ doneAt, state }) => (state === 'done' ? doneAt : null) },
]

/** Narrow screens show these columns below the winner's name. */
const WIDE = 'max-xl:hidden'
const COLUMNS = DATES.length + 6

/** All winners in one table, grouped by giveaway, with the moment of each step in the shop's zone and the next action. */
export const AllWinners = ({ giveaways, linkTo }: AllWinnersProps) => (
  <Table caption="Winners" captionHidden className="max-xl:min-w-0! xl:min-w-[88rem]">
    <thead>
      <tr>
        <HeadCell numeric className={WIDE}>
          Place
        </HeadCell>
        <HeadCell>Winner</HeadCell>
        <HeadCell numeric className={WIDE}>
          Slot
        </HeadCell>
        <HeadCell className={WIDE}>State</HeadCell>
        <HeadCell className={WIDE}>Next</HeadCell>
        {DATES.map(({ head }) => (
          <HeadCell key={head} className={WIDE}>
            {head}
          </HeadCell>
        ))}
        <HeadCell className={WIDE}>Entered</HeadCell>
      </tr>
    </thead>
    {giveaways.map(won => (
      <tbody key={won.giveawayId}>
        <GiveawayRow won={won} />
        {won.winners.map(winner => (
          <WinnerRow key={winner.id} winner={winner} to={linkTo(winner.id)} />
        ))}
      </tbody>
    ))}
  </Table>
)

function GiveawayRow({ won: { giveawayId, giveaway, totalWinners } }: { won: GiveawayWinners }) {
  return (
    <tr data-group>
      <th
        scope="rowgroup"
        colSpan={COLUMNS}
        className="border-line border-b bg-sunken px-4 py-2.5 text-left font-normal"
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink to={`/giveaways/${giveawayId}`} className="font-semibold text-base">
            {giveaway.title}
          </TextLink>
          <TierBadge tier={giveaway.tier} />
          <span className="text-muted">
            Value {formatMoney(toCents(giveaway.value), 'short')} ·{' '}
            {giveaway.endDate ? `ended ${formatMoment(new Date(giveaway.endDate))}` : 'no end date'} · {totalWinners}{' '}
            {totalWinners === 1 ? 'winner' : 'winners, one after the other'}
          </span>
        </span>
      </th>
    </tr>
  )
}

function WinnerRow({ winner, to }: { winner: Winner; to: To }) {
  const dates = DATES.map(({ head, of, dueOf }) => ({ head, moment: momentOf(of(winner), dueOf?.(winner)) }))
  return (
    <tr className="hover:bg-raised">
      <Cell numeric className={WIDE}>
        {winner.place}
      </Cell>
      <Cell>
        <TextLink to={to} className="block">
          <EmailText>{winner.email}</EmailText>
        </TextLink>
        <span className="block text-muted">{winner.name}</span>
        <div className="mt-1.5 flex flex-col items-start gap-1 xl:hidden">
          <span className="text-muted">
            Place {winner.place} · slot {winner.slotNumber}
          </span>
          <StateBadge state={winner.state} />
          <Next winner={winner} />
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted">
            {dates.map(({ head, moment }) => moment && <Dated key={head} head={head} moment={moment} />)}
          </dl>
        </div>
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
      {dates.map(({ head, moment }) => (
        <Cell key={head} className={WIDE}>
          {moment ?? <span className="text-muted">–</span>}
          {head === 'Selected' && <Method winner={winner} />}
        </Cell>
      ))}
      <Cell className={WIDE}>{momentOf(winner.date)}</Cell>
    </tr>
  )
}

const Dated = ({ head, moment }: { head: string; moment: ReactNode }) => (
  <>
    <dt>{head}</dt>
    <dd>{moment}</dd>
  </>
)

/** A moment that was, else the deadline of a step that is due. */
function momentOf(at: string | null, dueAt?: string | null): ReactNode {
  if (at) return <time dateTime={at}>{formatMoment(new Date(at))}</time>
  if (!dueAt) return null
  return (
    <span className="text-muted">
      due <time dateTime={dueAt}>{formatMoment(new Date(dueAt))}</time>
    </span>
  )
}

const Method = ({ winner: { method, early, reason } }: { winner: Winner }) => (
  <span className="block text-muted">
    {method} {early && <Badge tone="warning">Early: {reason}</Badge>}
  </span>
)

/** The next step of staff, done in place; else what the winner has to do, or why the prize went on. */
function Next({ winner }: { winner: Winner }) {
  const mayChange = useRight('winners.change')
  const { id, name, task, state, answerBy, endedReason } = winner
  if (task && mayChange) return <NextStepButton winnerId={id} name={name} step={task} />
  if (task) return <span className="font-semibold">{TASK_WORDS[task]}</span>
  if (state !== 'notified' || !answerBy) return <span className="text-muted">{endedReason ?? 'Nothing'}</span>
  if (mayChange) return <NextStepButton winnerId={id} name={name} step="answer" />
  return <span className="text-muted">The winner answers</span>
}
