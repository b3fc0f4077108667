import { expect, it } from 'vitest'
import { atFirstCall } from './at-first-call.ts'

it('a value is made once', () => {
  let made = 0
  const value = atFirstCall(() => ({ nth: ++made }))
  expect([value().nth, value().nth]).toEqual([1, 1])
})

it('a promise that fails is not kept: the next call tries again', async () => {
  let tries = 0
  const library = atFirstCall(async () => {
    if (++tries === 1) throw new Error('too many open files')
    return { tries }
  })
  await expect(library()).rejects.toThrow('too many open files')
  expect([await library(), await library()]).toEqual([{ tries: 2 }, { tries: 2 }])
})
