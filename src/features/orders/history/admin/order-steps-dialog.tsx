import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import { StaffActions } from '../../history/admin/staff-actions.tsx'
import { staffOrderKey } from '../../order/admin/staff-client.ts'
import { OrderLines } from '../../order/web/order-lines.tsx'
import { ordersClient } from '../../order/web/orders-client.ts'

type OrderStepsDialogProps = { id: string; reference: string; onClose: () => void }

const settled = () => {}

/** An order in place: its pieces, where they go, and the buttons of its state. Stays open, because shipping follows packing. */
export function OrderStepsDialog({ id, reference, onClose }: OrderStepsDialogProps) {
  const read = useQuery({
    queryKey: staffOrderKey(id),
    queryFn: () => call(ordersClient.orders[':id'].$get({ param: { id } })),
    staleTime: 0,
  })
  const order = read.data
  if (!order?.staff) return <LoadingDialog title={reference} lines={6} read={read} onClose={onClose} />
  return (
    <Dialog
      onOpenChange={onClose}
      title={reference}
      description={order.email}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <OrderLines lines={order.lines} />
        {order.shipTo ? (
          <AddressLines address={order.shipTo} />
        ) : (
          order.mode === 'payment' && <p className="text-muted">No address yet.</p>
        )}
        <StaffActions order={order} actions={order.staff.actions} onSettled={settled} />
      </div>
    </Dialog>
  )
}
