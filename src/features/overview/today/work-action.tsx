import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { StockDialog } from '#features/catalog/admin/editor/stock-dialog.tsx'
import { readProduct } from '#features/catalog/admin/list/products-client.ts'
import { OrderStepsDialog } from '#features/orders/history/admin/order-steps-dialog.tsx'
import { RetryRefundDialog } from '#features/orders/refunds/admin/retry-refund-dialog.tsx'
import { NextStepButton } from '#features/winners/admin/next-step.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import type { WorkItem } from '../contract.ts'
import type { WorkKind } from '../rules.ts'
import { WORK_PLACES } from './work-places.ts'

type WorkActionProps = { kind: WorkKind; item: WorkItem /** Called when a dialog closes. */; onDone: () => void }

/** The press that does the work: a dialog in place, else the record at the place where it is done. */
export function WorkAction({ kind, item, onDone }: WorkActionProps) {
  const { id, recordId, name, note } = item
  switch (kind) {
    case 'failed_refunds':
      return (
        <Opener label="Try again" subject={`the refund of ${name}`} onDone={onDone}>
          {onClose => (
            <RetryRefundDialog refund={{ id, orderId: recordId!, reference: name, amount: note! }} onClose={onClose} />
          )}
        </Opener>
      )
    case 'orders_to_pack':
    case 'held_orders':
    case 'cancel_requests':
      return (
        <Opener label={kind === 'orders_to_pack' ? 'Pack' : 'Decide'} subject={name} onDone={onDone}>
          {onClose => <OrderStepsDialog id={id} reference={name} onClose={onClose} />}
        </Opener>
      )
    case 'low_stock':
      return (
        <Opener label="Add stock" subject={name} onDone={onDone}>
          {onClose => <StockOf id={id} onClose={onClose} />}
        </Opener>
      )
    case 'winner_tasks':
    case 'winner_answers':
      return <NextStepButton winnerId={id} name={note ?? name} step={item.step ?? 'answer'} />
    default: {
      const { verb, open } = WORK_PLACES[kind]
      return (
        <ButtonLink to={open(item)} variant="secondary" size="sm" aria-label={`${verb}: ${name}`}>
          {verb}
        </ButtonLink>
      )
    }
  }
}

type OpenerProps = { label: string; subject: string; onDone: () => void; children: (onClose: () => void) => ReactNode }

function Opener({ label, subject, onDone, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`${label}: ${subject}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen &&
        children(() => {
          setOpen(false)
          onDone()
        })}
    </>
  )
}

/** The stock is read when the dialog opens, because the list names the product alone. */
function StockOf({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useQuery({ queryKey: ['admin-product', id], queryFn: () => readProduct(id), staleTime: 0 })
  return read.data ? (
    <StockDialog product={read.data} onClose={onClose} />
  ) : (
    <LoadingDialog title="Adjust stock" lines={3} read={read} onClose={onClose} />
  )
}
