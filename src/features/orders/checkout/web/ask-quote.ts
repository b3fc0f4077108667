import type { CartItem, CartLimit } from '#features/cart/cart-item.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ordersClient, type ShownQuote } from '../../order/web/orders-client.ts'

/** The cart's identity for the server, without prices. */
export const itemsOf = (items: readonly CartItem[]) =>
  items.map(({ id, variantId, name, quantity }) => ({ productId: id, quantity, name, ...(variantId && { variantId }) }))

/**
 * Fetches the server's price of a cart. A code that does not count is among the notices.
 * @param asked.addressId an address of the buyer's book; without it tax and shipping are those of the default. `methodId` is the chosen method.
 */
export const askQuote = (
  items: ReturnType<typeof itemsOf>,
  typed: readonly string[],
  { addressId, methodId }: { addressId?: string | undefined; methodId?: string | undefined } = {},
) =>
  call(
    ordersClient.payments.quote.$post({
      json: {
        items,
        ...(typed.length > 0 && { codes: [...typed] }),
        ...(addressId && { addressId }),
        ...(methodId && { shippingMethodId: methodId }),
      },
    }),
  )

type Notice = ShownQuote['notices'][number]
export type LimitNotice = Notice & CartLimit

/** The notices about items that cannot be bought in the quantity asked for. */
export const limitsIn = ({ notices }: ShownQuote): LimitNotice[] =>
  notices.filter((notice): notice is LimitNotice => notice.productId !== undefined && notice.left !== undefined)
