import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import { PackingSlipsButton, PickListButton } from '../../../fulfilment/packing/packing-buttons.tsx'
import { TrackingDialog } from '../../../fulfilment/tracking-file/tracking-dialog.tsx'
import { invalidateOrders, staffClient } from '../../../order/admin/staff-client.ts'
import type { StaffOrderRow } from '../contract.ts'

/** The API's limit per request. */
const AT_ONCE = 100

/** Actions for the selected orders. Each order is packed or shipped separately; failures are listed with their reasons. */
export function ChosenOrders({ selection }: { selection: Selection<StaffOrderRow> }) {
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
  const [isShipping, setShipping] = useState(false)
  const [hasPrices, setPrices] = useState(false)
  const chosen = [...selection.rows.values()]
  return (
    <>
      <BulkBar label="Chosen orders" count={selection.rows.size} onClear={selection.clear}>
        <Button size="sm" icon="box" mutation={pack} busyText="Packing...">
          Mark as packed
        </Button>
        <Button size="sm" variant="secondary" icon="truck" onClick={() => setShipping(true)}>
          Ship
        </Button>
        <PickListButton size="sm" ids={chosen.map(({ id }) => id)} />
        <PackingSlipsButton size="sm" ids={chosen.map(({ id }) => id)} hasPrices={hasPrices} />
        <CheckboxField
          label="Prices on slips"
          checked={hasPrices}
          onChange={({ target }) => setPrices(target.checked)}
        />
      </BulkBar>
      {isShipping && (
        <TrackingDialog
          references={chosen.map(({ reference }) => reference)}
          onShipped={shipped => selection.keep(chosen.filter(({ id }) => !shipped.has(id)).map(({ id }) => id))}
          onClose={() => setShipping(false)}
        />
      )}
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
