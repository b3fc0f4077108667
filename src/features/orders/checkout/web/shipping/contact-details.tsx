import { useProfile } from '#features/identity/web/use-profile.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { FormPart } from '../form-part.tsx'

const PasskeyOffer = lazy(
  async () => (await import('#features/identity/email-codes/web/passkey-offer.tsx')).PasskeyOffer,
)
const ShippingLoads = () => (
  <FormPart title="Shipping">
    <SkeletonText lines={3} />
  </FormPart>
)
const ShipTo = lazy(async () => (await import('./ship-to.tsx')).ShipTo, <ShippingLoads />)

type Props = {
  needsAddress: boolean
  /** Called after a new address was saved. */
  onChanged: () => void
}

/** The buyer and the shipping address, from the profile and the address book. */
export function ContactDetails({ needsAddress, onChanged }: Props) {
  const profile = useProfile()
  if (profile.isLoadingError) return <Notice kind="danger">{profile.error.message}</Notice>
  const known = profile.data
  return (
    <>
      <FormPart title="Contact">
        {known ? (
          <>
            <p>
              {known.name}
              <br />
              <span className="text-muted">{known.email}</span>
            </p>
            {!known.hasPassword && <PasskeyOffer />}
          </>
        ) : (
          <SkeletonText lines={2} />
        )}
      </FormPart>
      {needsAddress && (known ? <ShipTo name={known.name} onChanged={onChanged} /> : <ShippingLoads />)}
    </>
  )
}
