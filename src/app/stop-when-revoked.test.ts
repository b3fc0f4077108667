import { afterAll, beforeAll, expect, it } from 'vitest'
import { setRole } from '#features/identity/commands/accounts.server.ts'
import { ORIGIN, openTestShop } from './testing/shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The export's first piece is its heading; the rest is made when it is read. */
async function beginExport() {
  const admin = await shop.addUser({ admin: true })
  const headers = { authorization: `Bearer ${admin.idToken}` }
  const response = await shop.web.app.fetch(new Request(`${ORIGIN}/api/admin/products/export`, { headers }))
  const reader = response.body!.getReader()
  expect((await reader.read()).done).toBe(false)
  return { admin, reader }
}

it('breaks an export off when its reader is demoted in between', async () => {
  await shop.addUser({ admin: true })
  const { admin, reader } = await beginExport()
  shop.clock.advance(1000)
  await setRole(shop.system, { userId: admin.userId, role: null })
  await expect(reader.read()).rejects.toThrow('was revoked')
})

it('lets an export end that was begun before its token expired', async () => {
  const { reader } = await beginExport()
  shop.clock.advance(3_600_000)
  let isDone = false
  while (!isDone) isDone = (await reader.read()).done
  expect(isDone).toBe(true)
})
