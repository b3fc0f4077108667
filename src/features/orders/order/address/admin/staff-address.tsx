import { useState } from 'react'
import { PlaceWarning } from '#features/identity/shipping/web/address-question.tsx'
import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { lazy } from '#ui/lazy.tsx'
import { orderDone, orderUnsure, type StaffView, staffClient } from '../../admin/staff-client.ts'
import type { ShownOrder } from '../../web/orders-client.ts'

const AddressDialog = lazy(async () => (await import('../web/address-dialog.tsx')).AddressDialog)

/** The address of an order. Staff can give or correct it until the order is sent. */
export function StaffAddress({ order, staff }: { order: ShownOrder; staff: StaffView }) {
  const [isOpen, setOpen] = useState(false)
  const { id, shipTo } = order
  return (
    <div className="flex flex-col items-start gap-3">
      {shipTo ? <AddressLines address={shipTo} /> : <p className="text-muted">No address on file.</p>}
      {shipTo && <PlaceWarning address={shipTo} />}
      {staff.actions.includes('address') && (
        <Button variant="secondary" size="sm" icon="edit" onClick={() => setOpen(true)}>
          {shipTo ? 'Correct the address' : 'Add an address'}
        </Button>
      )}
      {isOpen && (
        <AddressDialog
          isStaff
          order={order}
          name={staff.buyer.name}
          onClose={() => setOpen(false)}
          save={async json => {
            const sent = staffClient().admin.orders[':id']['shipping-address'].$put({ param: { id }, json })
            const changed = await call(sent).catch(error => {
              void orderUnsure(id)
              throw error
            })
            setOpen(false)
            if (isProposed(changed)) return sayProposed(changed)
            await orderDone(changed)
            toast.success('The address was saved, and the buyer is told')
          }}
        />
      )}
    </div>
  )
}
