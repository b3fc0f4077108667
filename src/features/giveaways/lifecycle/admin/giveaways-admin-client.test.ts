import { expect, it } from 'vitest'
import { NotReauthenticated } from '#features/identity/security/reauthentication.ts'
import { ApiError, networkError } from '#kernel/client/calls/api-error.ts'
import { orSaying } from './giveaways-admin-client.ts'

const answer = (status: number) => new ApiError({ status, code: 'x', detail: 'What the server says' } as never)

it.each([
  ['what the server says of a refusal', answer(409), 'What the server says'],
  ['the general sentence when the server broke', answer(500), 'Failed to select winner'],
  ['the general sentence when no answer came back', networkError(), 'Failed to select winner'],
  ['nothing to whoever turned away', new NotReauthenticated(), ''],
])('says %s [B-12.200]', async (_, error, sentence) => {
  const work = () => Promise.reject(error)
  await expect(orSaying('Failed to select winner', work)).rejects.toThrow(sentence)
})
