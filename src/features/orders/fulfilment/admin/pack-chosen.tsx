import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { StaffOrderRow } from '../../history/admin/contract.ts'
import { invalidateOrders, staffClient } from '../../history/admin/staff-client.ts'

/** The API's limit per request. */
const AT_ONCE = 100

/** Actions for the selected orders. Each order is packed separately; failures are listed with their reasons. */
export function PackChosen({ selection }: { selection: Selection<StaffOrderRow> }) {
  const pack = useMutation({
    async mutationFn() {
      const chosen = [...selection.rows.values()].slice(0, AT_ONCE)
      const ids = chosen.map(({ id }) => id)
      const { results } = await call(staffClient().admin.orders.pack.$post({ json: { ids } }))
      await invalidateOrders()
      const failed = results
        .filter(result => !result.ok)
        .map(result => ({ ...result, reference: selection.rows.get(result.id)!.reference }))
      // Failed orders stay selected.
      selection.keep(failed.map(({ id }) => id))
      return { packed: results.length - failed.length, failed }
    },
  })
  const { data, error } = pack
  return (
    <>
      <BulkBar label="Chosen orders" count={selection.rows.size} onClear={selection.clear}>
        <Button size="sm" icon="box" busy={pack.isPending} busyText="Packing..." onClick={() => pack.mutate()}>
          Mark as packed
        </Button>
      </BulkBar>
      {error && <FormError>{error.message}</FormError>}
      {data && (
        <Notice kind={data.failed.length > 0 ? 'warning' : 'success'} live>
          {data.packed} {data.packed === 1 ? 'order is' : 'orders are'} packed.
          {data.failed.map(({ id, reference, error: why }) => (
            <span key={id} className="block">
              {reference}: {why}
            </span>
          ))}
        </Notice>
      )}
    </>
  )
}
