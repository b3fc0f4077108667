import { expect, it } from 'vitest'
import { createCostly } from '#platform/costly/costly.server.ts'
import { createRenderings } from './renderings.server.ts'

function setUp() {
  let marks = 0
  const gate = Promise.withResolvers<void>()
  const rendered: string[] = []
  const render = createRenderings(
    {
      responseCache: { mark: () => marks },
      admission: { run: (_class, work) => work() },
      services: { costly: createCostly() },
    },
    async address => {
      rendered.push(address)
      await gate.promise
      return `${address} ${rendered.length}`
    },
  )
  return { render, rendered, open: gate.resolve, change: () => marks++ }
}

it('a page that 24 visitors ask for at once is rendered once [B-30.6]', async () => {
  const { render, rendered, open } = setUp()
  const asked = Array.from({ length: 24 }, (_, n) => render('/store?q=vest', `192.0.2.${n}`))
  open()
  expect(new Set(await Promise.all(asked)).size).toBe(1)
  expect(rendered).toEqual(['/store?q=vest'])
  await render('/store?q=vest', '192.0.2.1')
  expect(rendered).toHaveLength(2)
})

it('a visitor who asks after a change does not get a page that was begun before it [B-30.6]', async () => {
  const { render, rendered, open, change } = setUp()
  const before = render('/store', '192.0.2.1')
  change()
  const after = render('/store', '192.0.2.2')
  open()
  await Promise.all([before, after])
  expect(rendered).toHaveLength(2)
})
