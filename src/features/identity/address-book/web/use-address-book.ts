import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { tellAddressSaved } from '../../shipping/web/use-shipping-status.ts'
import { identity } from '../../web/identity-client.ts'
import type { TypedAddress } from './address-form.tsx'

const addresses = identity.my.addresses

/** The signed-in user's address book and its changes. Each change reads the book and the profile again. */
export function useAddressBook() {
  const client = useQueryClient()
  const book = useQuery({ queryKey: ['my', 'addresses'], queryFn: () => call(addresses.$get()) })

  async function refresh() {
    tellAddressSaved()
    await Promise.all(['addresses', 'profile'].map(part => client.invalidateQueries({ queryKey: ['my', part] })))
  }
  return {
    book,
    async add(json: TypedAddress) {
      const added = await call(addresses.$post({ json }))
      await refresh()
      return added
    },
    /** A missing second line is removed from the address. */
    async rewrite(id: string, address: TypedAddress) {
      await call(addresses[':id'].$patch({ param: { id }, json: { line2: null, ...address } }))
      await refresh()
    },
    async makeDefault(id: string) {
      await call(addresses[':id'].$patch({ param: { id }, json: { isDefault: true } }))
      await refresh()
    },
    async remove(id: string) {
      await call(addresses[':id'].$delete({ param: { id } }))
      await refresh()
    },
  }
}
