import { useRef, useState } from 'react'
import { type BookAddress, MAX_ADDRESSES } from '#features/identity/address-book/contract.ts'
import { inWords } from '#features/identity/address-book/web/address-book.tsx'
import { AddressForm } from '#features/identity/address-book/web/address-form.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { FormPart } from '../form-part.tsx'
import { chosenAddress } from './chosen-address.ts'
import { useShipTo } from './use-ship-to.ts'

type Props = {
  /** Receives the parcel. */
  name: string
  /** Called after a saved change, because the tax may depend on the state. */
  onChanged: () => void
}

/** Where the order goes: the chosen address of the book, changed or replaced in place, so that cart, codes and choices stay. */
export function ShipTo({ name, onChanged }: Props) {
  const { book, addresses, current, add, rewrite } = useShipTo()
  const [step, setStep] = useState<'shown' | 'edited' | 'chosen' | 'added'>('shown')
  const part = useRef<HTMLDivElement>(null)

  function go(next: typeof step) {
    setStep(next)
    // The pressed button is gone, and the focus would be lost with it.
    part.current?.focus()
  }
  function ship(to: BookAddress) {
    chosenAddress.choose(to.isDefault ? undefined : to.id)
    go('shown')
  }
  const form = step === 'edited' && current ? current : null
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      <FormPart title="Shipping" action={step === 'shown' && current && <Actions count={addresses!.length} go={go} />}>
        {book.isLoadingError ? (
          <Notice kind="danger">{book.error.message}</Notice>
        ) : !addresses ? (
          <SkeletonText lines={3} />
        ) : step === 'chosen' ? (
          <Choice addresses={addresses} current={current} ship={ship} go={go} />
        ) : step === 'shown' && current ? (
          <AddressLines address={{ ...current, name }} />
        ) : step === 'shown' ? (
          <NoAddress onAdd={() => go('added')} />
        ) : (
          <AddressForm
            key={step}
            address={form}
            onCancel={() => go('shown')}
            save={async address => {
              if (form) await rewrite(form.id, address)
              else chosenAddress.choose((await add(address)).id)
              go('shown')
              onChanged()
            }}
          />
        )}
      </FormPart>
    </div>
  )
}

type Go = (step: 'shown' | 'edited' | 'chosen' | 'added') => void

const Actions = ({ count, go }: { count: number; go: Go }) => (
  <div className="-my-2 flex flex-wrap">
    <Button variant="quiet" aria-label="Change the shipping address" onClick={() => go('edited')}>
      Change
    </Button>
    <Button variant="quiet" onClick={() => go(count > 1 ? 'chosen' : 'added')}>
      Ship elsewhere
    </Button>
  </div>
)

type ChoiceProps = {
  addresses: BookAddress[]
  current: BookAddress | undefined
  ship: (to: BookAddress) => void
  go: Go
}

const Choice = ({ addresses, current, ship, go }: ChoiceProps) => (
  <>
    <ul aria-label="Your addresses" className="divide-y divide-line border-line border-y">
      {addresses.map(address => (
        <li key={address.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <AddressLines address={address} />
          <Button
            variant={address.id === current?.id ? 'primary' : 'secondary'}
            aria-label={`Ship here: ${inWords(address)}`}
            onClick={() => ship(address)}
          >
            Ship here
          </Button>
        </li>
      ))}
    </ul>
    <div className="mt-4 flex flex-wrap gap-3">
      {addresses.length < MAX_ADDRESSES && (
        <Button variant="secondary" onClick={() => go('added')}>
          Add an address
        </Button>
      )}
      <Button variant="quiet" onClick={() => go('shown')}>
        Cancel
      </Button>
    </div>
  </>
)

const NoAddress = ({ onAdd }: { onAdd: () => void }) => (
  <Notice kind="warning" title="We do not know where to ship yet.">
    <p>Add your shipping address, and we ship your order.</p>
    <Button variant="secondary" className="mt-3 mb-1" onClick={onAdd}>
      Add your shipping address
    </Button>
  </Notice>
)
