import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import type { SettingsEffect as Effect, SettingsChange } from '../contract.ts'
import { ADMIN_SETTINGS, settingsClient } from './use-settings-form.ts'

/** Debounce of typing. */
const REST_MS = 300

/** Preview of a change: example carts priced before and after by the server, and the other effects. */
export function SettingsEffect({ change }: { change: SettingsChange }) {
  const asked = useDebouncedValue(change, REST_MS)
  const effect = useQuery({
    queryKey: [ADMIN_SETTINGS, 'effect', asked],
    queryFn: () => call(settingsClient.preview.$post({ json: { settings: asked } })),
    retry: false,
    placeholderData: before => before,
  })
  return (
    <section aria-labelledby="settings-effect" className="rounded-sm border border-line bg-surface p-4">
      <h3 id="settings-effect" className="label mb-3 text-muted">
        What this changes
      </h3>
      {effect.isError ? (
        <p role="status" className="text-danger text-sm">
          {effect.error.message}
        </p>
      ) : effect.data ? (
        <Shown {...effect.data} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  )
}

function Shown({ carts, follows }: Effect) {
  return (
    <div className="flex flex-col gap-4">
      <Table caption="Example carts" captionHidden className="min-w-0!">
        <thead>
          <tr>
            <HeadCell>Pays</HeadCell>
            <HeadCell numeric>Now</HeadCell>
            <HeadCell numeric>Then</HeadCell>
          </tr>
        </thead>
        <tbody>
          {carts.map(({ name, before, after }) => (
            <tr key={name}>
              <Cell>
                {name}
                <span className="block text-muted text-sm">{partsOf(after)}</span>
              </Cell>
              <Cell numeric>{money(before.total)}</Cell>
              <Cell numeric>
                <span className={before.total === after.total ? undefined : 'font-semibold text-signal'}>
                  {money(after.total)}
                </span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {follows.length > 0 && (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm marker:text-signal">
          {follows.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const money = (dollars: number) => formatMoney(toCents(dollars))

const partsOf = ({ fee, shipping, tax }: Effect['carts'][number]['after']) =>
  `Fee ${money(fee)}, shipping ${money(shipping)}, tax ${money(tax)}`
