import { useEffect } from 'react'
import { useAddressBook } from '#features/identity/address-book/web/use-address-book.ts'
import { chosenAddress, useChosenAddress } from './chosen-address.ts'

/** The buyer's address book, and `current`: the address to which the order goes. */
export function useShipTo() {
  const { book, ...changes } = useAddressBook()
  const chosenId = useChosenAddress()
  const addresses = book.data?.addresses
  // An address that left the book is no choice any more: the order goes to the default, as shown.
  useEffect(() => {
    if (chosenId && addresses && !addresses.some(({ id, isDefault }) => id === chosenId && !isDefault))
      chosenAddress.choose(undefined)
  }, [addresses, chosenId])
  return { book, addresses, current: addresses?.find(({ id }) => id === chosenId) ?? addresses?.[0], ...changes }
}
