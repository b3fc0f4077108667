import type { InferResponseType } from 'hono/client'
import type { CreditsApi } from '#features/credits/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'

const history = clientOf<CreditsApi>().my.credits.history
type Line = InferResponseType<typeof history.$get>['items'][number]

const LINES = '10'
/** Columns hidden on phones, where their content is shown below the description. */
const WIDE = 'max-sm:hidden'

/** Every credit movement, newest first, with its reason and the tier's balance after it. */
export function CreditStatement() {
  const list = useList({
    queryKey: ['credits', 'history'],
    fetchPage: next => call(history.$get({ query: { limit: LINES, ...next } })),
    rowsOf: page => page.items,
  })
  const empty = (
    <EmptyState icon="ticket" title="No credits yet">
      Everything in the store earns credits of its tier.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={<SkeletonText lines={6} className="py-4" />} empty={empty} nouns={['line', 'lines']}>
      {lines => (
        <Table
          caption="Credit statement"
          captionHidden
          className="min-w-0!"
          head={[
            { name: 'Date', className: WIDE },
            'What for',
            { name: 'Tier', className: WIDE },
            { name: 'Credits', numeric: true },
            { name: 'Balance', numeric: true },
          ]}
        >
          {lines.map(line => (
            <StatementLine key={line.id} line={line} />
          ))}
        </Table>
      )}
    </ListBody>
  )
}

/** The subject of a line, with a link for orders. */
function Source({ line: { sourceType, sourceId, description } }: { line: Line }) {
  return sourceType === 'order' ? <TextLink to={`/orders/${sourceId}`}>{description}</TextLink> : description
}

function StatementLine({ line }: { line: Line }) {
  const came = line.amount > 0
  const day = formatDay(line.date, 'short')
  return (
    <tr>
      <Cell className={`${WIDE} whitespace-nowrap text-muted`}>{day}</Cell>
      <Cell>
        <Source line={line} />
        <span className="mt-1 flex flex-wrap gap-x-3 text-muted sm:hidden">
          <TierBadge tier={line.tier} plain />
          {day}
        </span>
      </Cell>
      <Cell className={WIDE}>
        <TierBadge tier={line.tier} plain />
      </Cell>
      <Cell numeric className={classNames('font-semibold', came ? 'text-success' : 'text-ink')}>
        {came ? `+${line.amount}` : `−${-line.amount}`}
      </Cell>
      <Cell numeric>{line.balance}</Cell>
    </tr>
  )
}
