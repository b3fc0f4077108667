import { access, byId, callerId, defineRoute, newApi, perMinute } from '#kernel/api/api.server.ts'
import { nothing } from '../user/answers.ts'
import type { AddressPorts } from '../user/ports.ts'
import { addAddress, changeAddress, removeAddress } from './commands.server.ts'
import { AddressBook, AddressChange, BookAddress, NewAddress } from './contract.ts'
import { addressesOf } from './queries.server.ts'

const list = defineRoute('get', '/my/addresses', access('user'), {
  summary: "List the caller's addresses, default first",
  answers: AddressBook,
})

const add = defineRoute('post', '/my/addresses', access('user', perMinute(60)), {
  summary: 'Create an address; the first address becomes the default',
  body: NewAddress,
  answers: BookAddress,
})

const change = defineRoute('patch', '/my/addresses/{id}', access('user', perMinute(60)), {
  summary: 'Update an address, or make it the default; omitted fields stay unchanged',
  params: byId,
  body: AddressChange,
  answers: BookAddress,
})

const remove = defineRoute('delete', '/my/addresses/{id}', access('user', perMinute(60)), {
  summary: 'Delete an address; the newest remaining address replaces a deleted default',
  params: byId,
  responses: nothing,
})

/** API routes of the address book. */
export const addressBookApi = (orders: AddressPorts) =>
  newApi()
    .openapi(list, async c => c.json({ addresses: await addressesOf(c.var.ctx, callerId(c)) }, 200))
    .openapi(add, async c => c.json(await addAddress(c.var.ctx, callerId(c), c.req.valid('json'), orders), 200))
    .openapi(change, async c => {
      const userId = callerId(c)
      const { id } = c.req.valid('param')
      return c.json(await changeAddress(c.var.ctx, { userId, id, change: c.req.valid('json') }, orders), 200)
    })
    .openapi(remove, async c => {
      await removeAddress(c.var.ctx, callerId(c), c.req.valid('param').id, orders)
      return c.body(null, 204)
    })
