import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { expect, it } from 'vitest'
import { setRole } from '#features/identity/accounts/commands/accounts.server.ts'
import type { RunningToken } from '#features/identity/sessions/id-token.server.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'
import { stopWhenRevoked } from './request-context.server.ts'

const shop = await testShop()

/** The first chunk is the heading; rows are generated when the reader asks. */
async function beginExport() {
  const admin = await shop.addUser({ admin: true })
  const headers = { authorization: `Bearer ${admin.idToken}` }
  const response = await shop.web.app.fetch(new Request(`${ORIGIN}/api/admin/products/export`, { headers }))
  const reader = response.body!.getReader()
  expect((await reader.read()).done).toBe(false)
  return { admin, reader }
}

it('an export is cut when its reader is demoted while it runs', async () => {
  await shop.addUser({ admin: true })
  const { admin, reader } = await beginExport()
  shop.clock.advance(1000)
  await setRole(shop.system, { userId: admin.userId, role: null })
  await expect(reader.read()).rejects.toThrow('was revoked')
})

it('an export that began before its token expired completes', async () => {
  const { reader } = await beginExport()
  shop.clock.advance(3_600_000)
  let isDone = false
  while (!isDone) isDone = (await reader.read()).done
  expect(isDone).toBe(true)
})

it('aborts a running download when its token is revoked, and logs no fault', async () => {
  let isRevoked = false
  let isCancelled = false
  const token = { isRevoked: () => isRevoked } as RunningToken
  const rows = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(done => setTimeout(done, 10))
        controller.enqueue(Buffer.from('a,b\r\n'))
      },
      cancel() {
        isCancelled = true
      },
    })
  const listener = getRequestListener((_request, env) => {
    const outgoing = (env as HttpBindings).outgoing as ServerResponse
    return stopWhenRevoked(new Response(rows()), token, () => void outgoing.destroy())
  })
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const reader = answer.body!.getReader()
  expect((await reader.read()).value).toBeDefined()
  isRevoked = true
  const readToEnd = async () => {
    while (!(await reader.read()).done) {}
  }
  await expect(readToEnd()).rejects.toThrow('terminated')
  expect(isCancelled).toBe(true)
  server.close()
})
