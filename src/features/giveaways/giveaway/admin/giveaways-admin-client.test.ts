import { expect, it } from 'vitest'
import { NotReauthenticated } from '#features/identity/web/reauthentication.ts'
import { ApiError, networkError } from '#kernel/client/calls/api-error.ts'
import { orSaying } from './giveaways-admin-client.ts'

const answer = (status: number, code = 'x') => new ApiError({ status, code, detail: 'What the server says' })

it.each([
  ['what the server says of a refusal', answer(409), 'What the server says'],
  ['what the server says of an outage', answer(503, 'unavailable'), 'What the server says'],
  ['the general sentence when the server broke', answer(500, 'internal'), 'Failed to select winner'],
  ['the general sentence for an answer of a gateway', answer(502, 'unknown'), 'Failed to select winner'],
  ['that no answer came back', networkError(), 'Network error. Please check your connection and try again.'],
  ['nothing to whoever turned away', new NotReauthenticated(), ''],
])('says %s [B-12.200] [B-12.250]', async (_, error, sentence) => {
  const work = () => Promise.reject(error)
  await expect(orSaying('Failed to select winner', work)).rejects.toThrow(sentence)
})
