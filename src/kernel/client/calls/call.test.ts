import type { ClientResponse } from 'hono/client'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

const answered = (body: string | null, init: ResponseInit) =>
  call(Promise.resolve(new Response(body, init) as unknown as ClientResponse<unknown>)).catch((error: unknown) => error)

it('answers the JSON of a response, and undefined without a body', async () => {
  expect(await answered('{"a":1}', { status: 200 })).toEqual({ a: 1 })
  expect(await answered(null, { status: 204 })).toBeUndefined()
})

it.each([
  [502, 'Bad Gateway', '<h1>nginx</h1>', 'API 502 Bad Gateway: <h1>nginx</h1>'],
  [500, 'Internal Server Error', '', 'API 500 Internal Server Error: '],
  [200, 'OK', '<!doctype html>', 'Invalid JSON response from API'],
])('says of %i %s %j: %s [B-8.31]', async (status, statusText, body, sentence) => {
  const error = await answered(body, { status, statusText })
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, message: sentence })
})

it('an error has the server’s reason', async () => {
  const problem = { code: 'slot_taken', status: 409, detail: 'Slot(s) 3 are not available', errors: { slots: ['x'] } }
  const error = await answered(JSON.stringify(problem), { status: 409 })
  expect(error).toMatchObject({ code: 'slot_taken', message: problem.detail, errors: problem.errors })
})
