import { useProfile } from '#features/identity/profile/web/use-profile.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { AddressLines } from '../../history/web/address-lines.tsx'
import { FormPart } from './form-part.tsx'

const EditLink = ({ children }: { children: string }) => <TextLink to="/dashboard?tab=profile">{children}</TextLink>

/** The buyer and the shipping address, from the profile. */
export function ContactDetails({ needsAddress }: { needsAddress: boolean }) {
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
      {needsAddress && (
        <FormPart title="Shipping" action={known?.shippingAddress && <EditLink>Change</EditLink>}>
          {!known ? (
            <SkeletonText lines={3} />
          ) : known.shippingAddress ? (
            <AddressLines address={{ name: known.name, ...known.shippingAddress }} />
          ) : (
            <Notice kind="warning" title="We do not know where to ship yet.">
              <EditLink>Add your shipping address</EditLink>, and your order leaves as soon as it is there.
            </Notice>
          )}
        </FormPart>
      )}
    </>
  )
}
