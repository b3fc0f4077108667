// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/giveaways/lantern/stage" }
import { afterEach, expect, it, vi } from 'vitest'
import { isPending, readBundle } from './stage-data.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The answer to a read of the bundle. */
const read = (status: number, body: string) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return readBundle('0193a000-0000-7000-8000-000000000001').catch(error => error)
}

it('the stage asks again for a bundle whose draw the witnesses have not signed yet, and for no other refusal [B-18.8]', async () => {
  expect(await read(200, '{"format":"redoubt-bundle/2"}')).toBe('{"format":"redoubt-bundle/2"}')
  expect(isPending(await read(409, '{"code":"evidence_pending","status":409}'))).toBe(true)
  expect(isPending(await read(404, '{"code":"not_frozen","status":404}'))).toBe(false)
  const fromProxy = await read(502, '<html>Bad gateway</html>')
  expect([fromProxy.status, fromProxy.code, isPending(fromProxy)]).toEqual([502, 'unknown', false])
})
