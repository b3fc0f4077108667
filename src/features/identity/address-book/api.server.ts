import { access, callerId, perMinute } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { nothing } from '../user/answers.ts'
import type { AddressPorts } from '../user/ports.ts'
import { addAddress, changeAddress, removeAddress } from './commands.server.ts'
import { ADDRESS_BOOK_ERRORS, AddressBook, AddressChange, BookAddress, NewAddress } from './contract.ts'
import { listAddresses } from './queries.server.ts'

/** API routes of the address book. */
export const addressBookApi = (orders: AddressPorts) =>
  newApi(
    defineRoute('get', '/my/addresses', access('user'), {
      summary: "List the caller's addresses, default first",
      answers: AddressBook,
      handler: async ({ ctx }) => ({ addresses: await listAddresses(ctx, callerId(ctx)) }),
    }),

    defineRoute('post', '/my/addresses', access('user', perMinute(60)), {
      summary: 'Create an address; the first address becomes the default',
      body: NewAddress,
      answers: BookAddress,
      refuses: [ADDRESS_BOOK_ERRORS, ADDRESS_ERRORS],
      handler: ({ ctx, body }) => addAddress(ctx, callerId(ctx), body, orders),
    }),

    defineRoute('patch', '/my/addresses/{id}', access('user', perMinute(60)), {
      summary: 'Update an address, or make it the default; omitted fields stay unchanged',
      params: byId,
      body: AddressChange,
      answers: BookAddress,
      refuses: [ADDRESS_BOOK_ERRORS, ADDRESS_ERRORS],
      handler: async ({ ctx, params: { id }, body }) => {
        const userId = callerId(ctx)
        return changeAddress(ctx, { userId, id, change: body }, orders)
      },
    }),

    defineRoute('delete', '/my/addresses/{id}', access('user', perMinute(60)), {
      summary: 'Delete an address; the newest remaining address replaces a deleted default',
      params: byId,
      responses: nothing,
      refuses: [ADDRESS_BOOK_ERRORS, pick(COMMON_ERRORS, 'invalid_input')],
      handler: async ({ ctx, params, c }) => {
        await removeAddress(ctx, callerId(ctx), params.id, orders)
        return c.body(null, 204)
      },
    }),
  )
