import { expect, it } from 'vitest'
import { cleanRichText } from './clean-rich-text.ts'
import { cleanText } from './cleaned-texts.server.ts'

const LONG = '<p>We test each bag in the <strong>rain</strong>.</p>'.repeat(500)

it('a text is cleaned once for all its readers', async () => {
  const first = await cleanText(LONG)
  expect(first).toEqual(cleanRichText(LONG))
  expect(await cleanText(LONG)).toBe(first)
  expect(await cleanText(`${LONG}<p>x`)).not.toBe(first)
})

it('other calls run between the texts of a list', async () => {
  const order: string[] = []
  const list = (async () => {
    for (const end of ['a', 'b', 'c']) {
      await cleanText(LONG + end)
      order.push(end)
    }
  })()
  setImmediate(() => order.push('another call'))
  await list
  expect(order.indexOf('another call')).toBeLessThan(2)
})
