import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createIdempotentSend } from './idempotency-key.ts'

const failing = (status: number, code: string) => new ApiError({ status, code, detail: 'Failed.' })

/** Sends once. @returns the key that was sent. */
async function keySent(send: ReturnType<typeof createIdempotentSend>, body: object, error?: Error): Promise<string> {
  let key = ''
  const sending = send(body, async ({ headers }) => {
    key = headers['Idempotency-Key']
    if (error) throw error
  })
  await sending.catch(problem => expect(problem).toBe(error))
  return key
}

it.each([
  ['a lost connection', failing(0, 'network')],
  ['an answer of 500', failing(500, 'internal')],
  ['an answer of 503', failing(503, 'unavailable')],
  ['a first call that still runs', failing(409, 'idempotency_running')],
  ['an error that is none of the API', new Error('aborted')],
])('a write keeps its key after %s', async (_, error) => {
  const send = createIdempotentSend()
  const first = await keySent(send, { by: 3 }, error)
  expect(await keySent(send, { by: 3 }, error)).toBe(first)
  expect(await keySent(send, { by: 3 })).toBe(first)
})

it('another body, an answered write and a refused write get a new key', async () => {
  const send = createIdempotentSend()
  const keys = [
    await keySent(send, { by: 3 }, failing(0, 'network')),
    await keySent(send, { by: 4 }, failing(422, 'invalid_input')),
    await keySent(send, { by: 4 }),
    await keySent(send, { by: 4 }),
  ]
  expect(new Set(keys).size).toBe(4)
})

it('two clicks at once carry one key', async () => {
  const send = createIdempotentSend()
  const [one, two] = await Promise.all([keySent(send, { by: 3 }), keySent(send, { by: 3 })])
  expect(one).toBe(two)
})

it('the late answer of an earlier write leaves the key of the open one', async () => {
  const send = createIdempotentSend()
  const earlier = Promise.withResolvers<void>()
  const sending = send({ by: 3 }, () => earlier.promise)
  const open = await keySent(send, { by: 4 }, failing(0, 'network'))
  earlier.resolve()
  await sending
  expect(await keySent(send, { by: 4 })).toBe(open)
})
