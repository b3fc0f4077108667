import { useState } from 'react'
import { useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { lazy } from '#ui/lazy.tsx'
import { ordersClient, type ShownOrder } from '../../web/orders-client.ts'

const AddressDialog = lazy(async () => (await import('./address-dialog.tsx')).AddressDialog)

type Changing = { order: ShownOrder; onChange: () => void }

/** The address of the buyer's own order. Until the order is packed, the buyer can correct it. */
export function OwnAddress({ order: { shipTo, canChangeAddress, status }, onChange }: Changing) {
  if (!shipTo) return <NoAddress isPending={status === 'pending'} />
  return (
    <div className="flex flex-col items-start gap-3">
      <AddressLines address={shipTo} />
      {canChangeAddress && (
        <Button variant="secondary" size="sm" className="print:hidden" onClick={onChange}>
          Correct the address
        </Button>
      )}
    </div>
  )
}

const NoAddress = ({ isPending }: { isPending: boolean }) => (
  <p className="text-muted">
    No shipping address yet.
    {isPending && (
      <>
        {' '}
        <TextLink to="/dashboard?tab=profile">Add it to your profile</TextLink>, and we ship your order.
      </>
    )}
  </p>
)

/** Above a paid order that has no address. */
export function WaitsForAddress({ order, onChange }: Changing) {
  if (order.shipTo || !order.canChangeAddress) return null
  return (
    <div className="mb-10 flex flex-col gap-3 print:hidden">
      <Notice kind="warning" title="This order waits for your shipping address">
        We ship it as soon as we have the address.
      </Notice>
      <Button className="self-start" onClick={onChange}>
        Add shipping address
      </Button>
    </div>
  )
}

/**
 * The dialog for the address of the buyer's own order. It stays open with what was typed when the order moves on, and the answer then says why the
 * address stays.
 * @returns the dialog, and what opens it.
 */
export function useOwnAddress(order: ShownOrder) {
  const [isOpen, setOpen] = useState(false)
  const user = useUser()
  const { id } = order
  const dialog = isOpen && (
    <AddressDialog
      order={order}
      name={user?.name ?? ''}
      onClose={() => setOpen(false)}
      save={async ({ reason: _, ...json }) => {
        const saved = await call(ordersClient.orders[':id']['shipping-address'].$put({ param: { id }, json }))
        queryClient.setQueryData(['orders', id], saved)
        setOpen(false)
        toast.success('Shipping address saved successfully.')
      }}
    />
  )
  return { dialog, open: () => setOpen(true) }
}
