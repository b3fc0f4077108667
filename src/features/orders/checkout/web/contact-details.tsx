import { useRef, useState } from 'react'
import type { Profile } from '#features/identity/answers.ts'
import { useProfile } from '#features/identity/profile/web/use-profile.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { AddressLines } from '../../history/web/address-lines.tsx'
import { FormPart } from './form-part.tsx'

const ShippingForm = lazy(
  async () => (await import('#features/identity/profile/web/shipping-form.tsx')).ShippingForm,
  <SkeletonText lines={6} />,
)

type Props = {
  needsAddress: boolean
  /** Called after a new address was saved. */
  onChanged: () => void
}

/** The buyer and the shipping address, from the profile. */
export function ContactDetails({ needsAddress, onChanged }: Props) {
  const profile = useProfile()
  if (profile.isError) return <Notice kind="danger">{profile.error.message}</Notice>
  const known = profile.data
  return (
    <>
      <FormPart title="Contact">
        {known ? (
          <p>
            {known.name}
            <br />
            <span className="text-muted">{known.email}</span>
          </p>
        ) : (
          <SkeletonText lines={2} />
        )}
      </FormPart>
      {needsAddress && (known ? <Shipping profile={known} onChanged={onChanged} /> : <ShippingLoads />)}
    </>
  )
}

const ShippingLoads = () => (
  <FormPart title="Shipping">
    <SkeletonText lines={3} />
  </FormPart>
)

/** The address, changed in place, so that cart, codes and choices stay. */
function Shipping({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const [isEdited, setEdited] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const { shippingAddress } = profile

  function edit(isOn: boolean) {
    setEdited(isOn)
    // The pressed button is gone, and the focus would be lost with it.
    part.current?.focus()
  }
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      <FormPart
        title="Shipping"
        action={
          shippingAddress &&
          !isEdited && (
            <Button
              variant="quiet"
              className="-my-2"
              aria-label="Change the shipping address"
              onClick={() => edit(true)}
            >
              Change
            </Button>
          )
        }
      >
        {isEdited ? (
          <ShippingForm
            profile={profile}
            onCancel={() => edit(false)}
            onSaved={() => {
              edit(false)
              onChanged()
            }}
          />
        ) : shippingAddress ? (
          <AddressLines address={{ name: profile.name, ...shippingAddress }} />
        ) : (
          <NoAddress onAdd={() => edit(true)} />
        )}
      </FormPart>
    </div>
  )
}

const NoAddress = ({ onAdd }: { onAdd: () => void }) => (
  <Notice kind="warning" title="We do not know where to ship yet.">
    <p>Add your shipping address, and your order leaves as soon as it is there.</p>
    <Button variant="secondary" className="mt-3 mb-1" onClick={onAdd}>
      Add your shipping address
    </Button>
  </Notice>
)
