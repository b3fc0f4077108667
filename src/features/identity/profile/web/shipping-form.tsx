import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { AddressForm } from '../../address-book/web/address-form.tsx'
import { tellAddressSaved } from '../../shipping/web/use-shipping-status.ts'
import type { Profile } from '../../user/answers.ts'
import { identity } from '../../web/identity-client.ts'

type Props = {
  profile: Pick<Profile, 'shippingAddress'>
  onSaved?: () => unknown
  onCancel?: (() => void) | undefined
}

/** The shipping address for prizes and orders: the default of the address book. */
export function ShippingForm({ profile, onSaved, onCancel }: Props) {
  const client = useQueryClient()
  return (
    <AddressForm
      address={profile.shippingAddress}
      onCancel={onCancel}
      save={async ({ addressConfirmed, ...shippingAddress }) => {
        const saved = await call(identity.my.profile.$post({ json: { shippingAddress, addressConfirmed } }))
        client.setQueryData(['my', 'profile'], saved)
        void client.invalidateQueries({ queryKey: ['my', 'addresses'] })
        tellAddressSaved()
        toast.success('Shipping address saved successfully.')
        await onSaved?.()
      }}
    />
  )
}
