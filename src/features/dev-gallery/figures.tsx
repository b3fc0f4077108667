import { useState } from 'react'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Chip } from '#ui/data/chip.tsx'
import { Pagination } from '#ui/data/pagination.tsx'
import { Rating } from '#ui/data/rating.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { LoadMore } from '#ui/list-body.tsx'
import { Price } from '#ui/money/price.tsx'
import { TierBadge, TierIcon } from '#ui/money/tier-badge.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { Chapter, Specimen } from './specimen.tsx'

/** Numbers, states and lists. */
export function Figures() {
  return (
    <Chapter title="Figures">
      <Marks />
      <Clocks />
      <Lists />
    </Chapter>
  )
}

function Marks() {
  return (
    <>
      <Specimen file="tier-badge.tsx">
        {TIERS.map(tier => (
          <TierBadge key={tier} tier={tier} />
        ))}
        {TIERS.map(tier => (
          <TierBadge key={tier} tier={tier} plain className="py-1" />
        ))}
        {TIERS.map(tier => (
          <TierIcon key={tier} tier={tier} size={32} />
        ))}
      </Specimen>
      <Specimen file="badge.tsx, chip.tsx, rating.tsx, price.tsx">
        <Badge>Draft</Badge>
        <Badge tone="signal">3 left</Badge>
        <Badge tone="success" icon="check">
          Shipped
        </Badge>
        <Badge tone="warning">Low stock</Badge>
        <Badge tone="danger">Sold out</Badge>
        <Badge tone="ranger" icon="shield">
          Members only
        </Badge>
        <Chip removeLabel="Remove filter Gold" removeTo="?">
          Gold
        </Chip>
        <Rating value={4.6} count={128} />
        <Price cents={1500} originalCents={2000} />
        <Price cents={2499} per="/ month" size="lg" />
      </Specimen>
    </>
  )
}

function Clocks() {
  return (
    <>
      <Specimen file="stat.tsx, progress-bar.tsx" wide>
        <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
          <Stat label="Slots left" value="37" unit="/ 100" size="lg" />
          <Stat label="Odds now" value="3" unit="in 87" size="lg" signal note="Three slots are yours" />
          <Stat label="Bronze credits" value="12" />
          <Stat label="Revenue, 30 days" value={formatMoney(1248350)} size="sm" note="8% more than before" />
        </dl>
        <div className="mt-6 flex max-w-xl flex-col gap-3">
          <ProgressBar label="Slots taken" value={63} max={100} text="63 of 100 slots taken" />
          <ProgressBar label="Profile" value={3} max={4} text="3 of 4 steps done" tone="ranger" />
        </div>
      </Specimen>
      <Specimen file="countdown.tsx" wide>
        <div className="flex flex-col gap-4">
          <Countdown end="2031-03-04T01:00:00Z" size="large" />
          <Countdown end="2031-03-04T01:00:00Z" />
          <Countdown end="2025-03-04T01:00:00Z" />
        </div>
      </Specimen>
    </>
  )
}

const ORDERS = [
  { number: 'R-10482', what: 'Assault Backpack, ranger green, with the long name of a variant', cents: 18900 },
  { number: 'R-10481', what: 'Star-Fort Sticker', cents: 1500 },
  { number: 'R-10479', what: 'Garrison Wristband, pair', cents: 4000 },
]

function Lists() {
  const [sorted, setSorted] = useState<'ascending' | 'descending'>('descending')
  const orders = ORDERS.toSorted((a, b) => (a.cents - b.cents) * (sorted === 'ascending' ? 1 : -1))
  return (
    <>
      <Specimen file="table.tsx" wide>
        <Table caption="Orders">
          <thead>
            <tr>
              <HeadCell>Order</HeadCell>
              <HeadCell>What</HeadCell>
              <HeadCell>Tier</HeadCell>
              <SortHeadCell numeric sorted={sorted} onSort={setSorted}>
                Total
              </SortHeadCell>
            </tr>
          </thead>
          <tbody>
            {orders.map(order => (
              <tr key={order.number} className="hover:bg-raised">
                <Cell className="whitespace-nowrap font-semibold">{order.number}</Cell>
                <Cell>{order.what}</Cell>
                <Cell>
                  <TierBadge tier="Silver" plain />
                </Cell>
                <Cell numeric>{formatMoney(order.cents)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Specimen>
      <Specimen file="pagination.tsx, load-more.tsx" wide>
        <Pagination label="Orders" page={6} pageCount={20} linkTo={page => `?page=${page}`} />
        <LoadMore shown={24} total={60} noun="orders" onMore={() => setSorted('descending')} />
      </Specimen>
    </>
  )
}
