import { PeriodButtons } from '#features/revenue/admin/period-buttons.tsx'
import { PERIODS } from '#features/revenue/rules.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Stat } from '#ui/data/stat.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { formatDay } from '#ui/time/format-day.ts'
import type { Costs } from '../contract.ts'
import { useCosts } from '../overview-client.ts'

const money = (dollars: number) => formatMoney(toCents(dollars))
/** At noon, so that no time zone shifts the shop's day. */
const dayName = (day: string) => formatDay(`${day}T12:00:00`, 'short')

/** `/admin?tab=costs`, which no tab links to: fees with their shares, and estimated costs of providers. */
export function AdminCostsTab() {
  const [period, setPeriod] = useTabParam('period', PERIODS)
  const costs = useCosts(period)
  return (
    <div className="flex flex-col gap-8">
      <PeriodButtons chosen={period} onChoose={setPeriod} />
      {costs.isPending && <Skeleton className="h-80" />}
      {costs.isError && <FailedState query={costs} title="Failed to load costs" />}
      {costs.data && <Figures costs={costs.data} />}
    </div>
  )
}

function Figures({ costs: { from, to, fees, providers, estimate, revenue, left } }: { costs: Costs }) {
  return (
    <>
      <section aria-label="Fees" className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 max-sm:[&>:first-child]:col-span-2">
          <Stat label="Merchant platform fees" value={money(fees.amount)} signal />
          <Stat label="Client share" value={money(fees.clientShare)} />
          <Stat label="Platform share" value={money(fees.platformShare)} />
        </dl>
        <p className="text-muted text-sm">
          {dayName(from)} to {dayName(to)}, less the fees of refunds.
        </p>
      </section>
      <section aria-label="Providers" className="flex flex-col gap-3">
        <Table
          caption="Estimated provider costs"
          className="max-sm:min-w-0!"
          head={[
            'Provider',
            { name: 'Used', numeric: true },
            { name: 'List price', className: 'max-sm:hidden' },
            { name: 'Estimate', numeric: true },
          ]}
        >
          {providers.map(({ name, count, unit, rate, estimate: cost }) => (
            <tr key={name}>
              <Cell>
                {name}
                <span className="block text-muted sm:hidden">{rate}</span>
              </Cell>
              <Cell numeric>
                {count.toLocaleString('en-US')} {unit}
              </Cell>
              <Cell className="max-sm:hidden">{rate}</Cell>
              <Cell numeric>{money(cost)}</Cell>
            </tr>
          ))}
          <tr className="font-semibold">
            <Cell colSpan={2}>Together</Cell>
            <Cell className="max-sm:hidden" />
            <Cell numeric>{money(estimate)}</Cell>
          </tr>
        </Table>
        <p className="max-w-prose text-muted text-sm">
          Revenue of {money(revenue)} leaves {money(left)} after these. Estimates by list prices: what was agreed with a
          provider, and its invoice, may differ.
        </p>
      </section>
    </>
  )
}
