import { useMutation } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Notice } from '#ui/notice.tsx'
import type { StaffOrderRow } from '../staff/contract.ts'
import { forgetOrders, staffClient } from './staff-client.ts'

type PackChosenProps = {
  rows: readonly StaffOrderRow[]
  chosen: ReadonlySet<string>
  /** Called with those that are not packed after all; they stay chosen. */
  onDone: (left: readonly string[]) => void
}

/** At most so many at once, as the API takes them. */
const AT_ONCE = 100

/** The bar for what is chosen. Each order is packed by itself: what could not be is named, with the reason. */
export function PackChosen({ rows, chosen, onDone }: PackChosenProps) {
  const referenceOf = (id: string) => rows.find(row => row.id === id)?.reference ?? id
  const pack = useMutation({
    async mutationFn() {
      const ids = [...chosen].slice(0, AT_ONCE)
      const { results } = await call(staffClient().admin.orders.pack.$post({ json: { ids } }))
      await forgetOrders()
      const failed = results.filter(result => !result.ok)
      onDone(failed.map(({ id }) => id))
      return { packed: results.length - failed.length, failed }
    },
  })
  const { data, error } = pack
  if (chosen.size === 0 && !error && !data) return null
  return (
    <>
      {chosen.size > 0 && (
        // At the foot of the screen, so that no row moves from under the pointer with the first one chosen.
        <section
          aria-label="Chosen orders"
          data-bottom-bar
          className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-line border-t bg-raised lg:bottom-0"
        >
          <div className="page-width flex min-h-16 flex-wrap items-center gap-3 py-2">
            <p className="tabular-nums">{chosen.size} chosen</p>
            <Button size="sm" icon="box" busy={pack.isPending} busyText="Packing..." onClick={() => pack.mutate()}>
              Mark as packed
            </Button>
            <Button variant="quiet" size="sm" aria-label="Choose none" onClick={() => onDone([])}>
              <span className="max-sm:hidden">Choose</span> none
            </Button>
          </div>
        </section>
      )}
      {error && <FormError>{error.message}</FormError>}
      {data && (
        <Notice kind={data.failed.length > 0 ? 'warning' : 'success'} live>
          {data.packed} {data.packed === 1 ? 'order is' : 'orders are'} packed.
          {data.failed.map(({ id, error: why }) => (
            <span key={id} className="block">
              {referenceOf(id)}: {why}
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}
