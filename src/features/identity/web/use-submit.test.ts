import { expect, it } from 'vitest'
import { ApiError, networkError } from '#kernel/client/calls/api-error.ts'
import { sentenceOf } from './use-submit.ts'

const answered = (code: string, detail: string, status = 400) => new ApiError({ status, code, detail })
const FAULT = 'An error occurred. Please try again.'

it.each([
  [
    'what the server says',
    answered('CodeMismatchException', 'Invalid verification code.'),
    'Invalid verification code.',
  ],
  ['the network', networkError(), 'Network error. Please check your connection and try again.'],
  ['an answer without a sentence', answered('unknown', 'API 400 Bad Request: <html>'), 'Invalid confirmation code'],
  ['a gateway that found no shop', answered('unknown', 'API 502 Bad Gateway: <html>', 502), FAULT],
  ['a fault of the shop', answered('internal', FAULT, 500), FAULT],
  ['an answer that is no JSON', answered('bad_json', 'Invalid JSON response from API'), 'Invalid confirmation code'],
  ['an exception', new TypeError('x is not a function'), FAULT],
])('an error of kind %s has a readable message [B-8.11] [B-8.12] [B-8.13] [B-8.14]', (_, error, sentence) => {
  expect(sentenceOf(error, 'Invalid confirmation code', FAULT)).toBe(sentence)
})

it('uses one message where refusal and fault share it [B-8.21]', () => {
  const FAILED = 'Failed to save shipping address. Please try again.'
  for (const error of [new Error('x'), answered('internal', FAULT, 500), answered('unknown', 'API 502', 502)])
    expect(sentenceOf(error, FAILED)).toBe(FAILED)
})
