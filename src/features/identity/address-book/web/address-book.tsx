import { useState } from 'react'
import { addressLinesOf } from '#kernel/shipping/address-lines.ts'
import { Button } from '#ui/buttons/button.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useSubmit } from '../../web/use-submit.ts'
import { type BookAddress, MAX_ADDRESSES } from '../contract.ts'
import { AddressForm, type TypedAddress } from './address-form.tsx'
import { useAddressBook } from './use-address-book.ts'

/** An address in the words of a button's name. */
export const inWords = (address: BookAddress) => addressLinesOf(address).slice(0, 2).join(', ')

/** The addresses beside the default, which the form above changes. */
export function OtherAddresses({ onDefaultChanged }: { onDefaultChanged: () => void }) {
  const { book, ...changes } = useAddressBook()
  return (
    <section aria-labelledby="other-addresses" className="mt-10">
      <SectionHeading id="other-addresses">Other Addresses</SectionHeading>
      <p className="-mt-2 mb-5 text-muted">Choose one at the checkout. Prizes go to your shipping address.</p>
      <QueryBody query={book} loading={<SkeletonText lines={4} />}>
        {({ addresses }) => <Entries addresses={addresses} {...changes} onDefaultChanged={onDefaultChanged} />}
      </QueryBody>
    </section>
  )
}

type Changes = Omit<ReturnType<typeof useAddressBook>, 'book'> & { onDefaultChanged: () => void }

function Entries({ addresses, add, ...changes }: { addresses: BookAddress[] } & Changes) {
  const [isAdding, setAdding] = useState(false)
  const others = addresses.filter(({ isDefault }) => !isDefault)

  async function save(address: TypedAddress) {
    await add(address)
    setAdding(false)
    toast.success('Address added.')
  }
  return (
    <>
      {others.length > 0 && (
        <ul aria-label="Other addresses" className="mb-5 divide-y divide-line border-line border-y">
          {others.map(address => (
            <li key={address.id} className="py-4">
              <Entry address={address} {...changes} />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddressForm address={null} save={save} onCancel={() => setAdding(false)} />
      ) : addresses.length < MAX_ADDRESSES ? (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Add an address
        </Button>
      ) : (
        <p className="text-muted">Your address book is full. Remove an address to add another one.</p>
      )}
    </>
  )
}

type EntryProps = { address: BookAddress } & Omit<Changes, 'add'>

function Entry({ address, rewrite, makeDefault, remove, onDefaultChanged }: EntryProps) {
  const [step, setStep] = useState<'shown' | 'edited' | 'removed'>('shown')
  const { busy, problem, run } = useSubmit()
  const name = inWords(address)

  async function save(changed: TypedAddress) {
    await rewrite(address.id, changed)
    setStep('shown')
    toast.success('Address saved.')
  }
  if (step === 'edited') return <AddressForm address={address} save={save} onCancel={() => setStep('shown')} />
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <AddressLines address={address} />
      <div className="-mx-3 flex flex-wrap">
        <Button
          variant="quiet"
          busy={busy}
          busyText="Saving..."
          aria-label={`Use as shipping address: ${name}`}
          onClick={() =>
            void run(async () => {
              await makeDefault(address.id)
              onDefaultChanged()
              toast.success('Shipping address changed.')
            })
          }
        >
          Use as shipping address
        </Button>
        <Button variant="quiet" aria-label={`Edit address: ${name}`} onClick={() => setStep('edited')}>
          Edit
        </Button>
        <Button variant="quiet" aria-label={`Remove address: ${name}`} onClick={() => setStep('removed')}>
          Remove
        </Button>
      </div>
      <FormError>{problem}</FormError>
      {step === 'removed' && (
        <ConfirmDialog
          onOpenChange={() => setStep('shown')}
          title="Remove this address?"
          description={`${name} leaves your address book. Orders that go there stay as they are.`}
          confirmLabel="Remove address"
          busyLabel="Removing..."
          danger
          onConfirm={async () => {
            await remove(address.id)
            toast.success('Address removed.')
          }}
        />
      )}
    </div>
  )
}
