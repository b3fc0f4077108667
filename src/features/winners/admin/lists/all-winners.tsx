import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { ListedWinner, Winner } from '../../contract.ts'
import { TASK_WORDS, type WinnerOrder, type WinnerSort } from '../../rules.ts'
import { NextStepButton, useMayStep } from '../next-step.tsx'
import { StateBadge } from './winner-table.tsx'

type AllWinnersProps = {
  winners: readonly ListedWinner[]
  order: WinnerOrder
  onSort: (order: WinnerOrder) => void
  linkTo: (winnerId: string) => To
}

/** The later steps of a prize with their moments, as the row of the winner has them. */
const DATES: readonly { head: string; of: (winner: Winner) => string | null }[] = [
  { head: 'Told', of: ({ notifiedAt }) => notifiedAt },
  { head: 'Answer by', of: ({ answerBy }) => answerBy },
  { head: 'Shipped', of: ({ shippedAt }) => shippedAt },
  { head: 'Delivered', of: ({ doneAt, state }) => (state === 'done' ? doneAt : null) },
]

/** Narrow screens show these columns below the winner's name. */
const WIDE = 'max-xl:hidden'

/**
 * All winners in one table, with the next action, its deadline, and the moment of each step in the shop's zone. Neighbours of one giveaway
 * share its cell.
 */
export function AllWinners({ winners, order, onSort, linkTo }: AllWinnersProps) {
  const sorts = (sort: WinnerSort) => ({
    className: WIDE,
    sorted: order.sort === sort ? (order.way === 'up' ? ('ascending' as const) : ('descending' as const)) : undefined,
    onSort: (direction: 'ascending' | 'descending') => onSort({ sort, way: direction === 'ascending' ? 'up' : 'down' }),
  })
  return (
    <Table caption="Winners" captionHidden className="max-xl:min-w-0! xl:min-w-[112rem]">
      <thead>
        <tr>
          <SortHeadCell {...sorts('giveaway')}>Giveaway</SortHeadCell>
          <HeadCell numeric className={WIDE}>
            Place
          </HeadCell>
          <HeadCell>Winner</HeadCell>
          <HeadCell numeric className={WIDE}>
            Slot
          </HeadCell>
          <SortHeadCell {...sorts('state')}>State</SortHeadCell>
          <HeadCell className={WIDE}>Next</HeadCell>
          <SortHeadCell {...sorts('deadline')}>Deadline</SortHeadCell>
          <SortHeadCell {...sorts('drawn')}>Drawn</SortHeadCell>
          {DATES.map(({ head }) => (
            <HeadCell key={head} className={WIDE}>
              {head}
            </HeadCell>
          ))}
          <HeadCell className={WIDE}>Entered</HeadCell>
        </tr>
      </thead>
      {neighbours(winners).map(group => (
        <tbody key={group[0]!.id} className="border-line not-first-of-type:border-t">
          {group.map((winner, at) => (
            <WinnerRow key={winner.id} winner={winner} to={linkTo(winner.id)} spans={at === 0 ? group.length : 0} />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

/** Runs of winners of the same giveaway. */
function neighbours(winners: readonly ListedWinner[]): ListedWinner[][] {
  const groups: ListedWinner[][] = []
  for (const winner of winners) {
    const last = groups.at(-1)
    if (last && last[0]!.giveawayId === winner.giveawayId) last.push(winner)
    else groups.push([winner])
  }
  return groups
}

/** @param spans the rows that the giveaway's cell covers; 0 in a row that an earlier one covers. */
function WinnerRow({ winner, to, spans }: { winner: ListedWinner; to: To; spans: number }) {
  const drawn = <Drawn winner={winner} />
  const deadline = winner.deadline && momentOf(winner.deadline)
  const dates = DATES.map(({ head, of }) => ({ head, moment: momentOf(of(winner)) }))
  return (
    <tr className="hover:bg-raised">
      {spans > 0 && (
        <th
          scope="rowgroup"
          rowSpan={spans}
          className={`border-line border-r px-4 py-2.5 text-left align-top font-normal ${WIDE}`}
        >
          <GiveawayLines winner={winner} />
        </th>
      )}
      <Cell numeric className={WIDE}>
        {winner.place}
      </Cell>
      <Cell>
        <div className="mb-1.5 xl:hidden">
          <GiveawayLines winner={winner} />
        </div>
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
            {deadline && <Dated head="Deadline" moment={deadline} />}
            <Dated head="Drawn" moment={drawn} />
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
      <Cell className={WIDE}>{deadline ?? NONE}</Cell>
      <Cell className={WIDE}>{drawn}</Cell>
      {dates.map(({ head, moment }) => (
        <Cell key={head} className={WIDE}>
          {moment ?? NONE}
        </Cell>
      ))}
      <Cell className={WIDE}>{momentOf(winner.date)}</Cell>
    </tr>
  )
}

const NONE = <span className="text-muted">–</span>

const GiveawayLines = ({ winner: { giveawayId, giveaway } }: { winner: ListedWinner }) => (
  <>
    <TextLink to={`/giveaways/${giveawayId}`} className="font-semibold wrap-anywhere">
      {giveaway.title}
    </TextLink>
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <TierBadge tier={giveaway.tier} plain />
      {formatMoney(toCents(giveaway.value), 'short')}
    </span>
  </>
)

/** The moment of the draw and its kind; for an alternate also the moment at which the prize passed on to it. */
const Drawn = ({ winner: { drawnAt, selectedAt, method, early, reason } }: { winner: ListedWinner }) => (
  <>
    {momentOf(drawnAt)}
    {selectedAt !== drawnAt && <span className="block text-muted">selected {momentOf(selectedAt)}</span>}
    <span className="block text-muted">
      {method} {early && <Badge tone="warning">Early: {reason}</Badge>}
    </span>
  </>
)

const Dated = ({ head, moment }: { head: string; moment: ReactNode }) => (
  <>
    <dt>{head}</dt>
    <dd>{moment}</dd>
  </>
)

const momentOf = (at: string | null) => at && <time dateTime={at}>{formatMoment(new Date(at))}</time>

/** The next step of staff, done in place; else what the winner has to do, or why the prize went on. */
function Next({ winner }: { winner: Winner }) {
  const { id, name, task, state, answerBy, endedReason } = winner
  const mayStep = useMayStep(task ?? 'answer')
  if (task && mayStep) return <NextStepButton winnerId={id} name={name} step={task} />
  if (task) return <span className="font-semibold">{TASK_WORDS[task]}</span>
  if (state !== 'notified' || !answerBy) return <span className="text-muted">{endedReason ?? 'Nothing'}</span>
  if (mayStep) return <NextStepButton winnerId={id} name={name} step="answer" />
  return <span className="text-muted">The winner answers</span>
}
