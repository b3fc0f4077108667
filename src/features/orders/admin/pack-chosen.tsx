import { useMutation } from '@tanstack/react-query'
import { call } from '#platform/client/call.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Notice } from '#ui/notice.tsx'
import type { StaffOrderRow } from '../staff/contract.ts'
import { invalidateOrders, staffClient } from './staff-client.ts'

type PackChosenProps = {
  rows: readonly StaffOrderRow[]
  chosen: ReadonlySet<string>
  /** Called with the ids that failed to pack; they stay selected. */
  onDone: (left: readonly string[]) => void
}

/** The API's limit per request. */
const AT_ONCE = 100

/** Actions for the selected orders. Each order is packed separately; failures are listed with their reasons. */
export function PackChosen({ rows, chosen, onDone }: PackChosenProps) {
  const referenceOf = (id: string) => rows.find(row => row.id === id)?.reference ?? id
  const pack = useMutation({
    async mutationFn() {
      const ids = [...chosen].slice(0, AT_ONCE)
      const { results } = await call(staffClient().admin.orders.pack.$post({ json: { ids } }))
      await invalidateOrders()
      const failed = results.filter(result => !result.ok)
      onDone(failed.map(({ id }) => id))
      return { packed: results.length - failed.length, failed }
    },
  })
  const { data, error } = pack
  return (
    <>
      <BulkBar label="Chosen orders" count={chosen.size} onClear={() => onDone([])}>
        <Button size="sm" icon="box" busy={pack.isPending} busyText="Packing..." onClick={() => pack.mutate()}>
          Mark as packed
        </Button>
      </BulkBar>
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
