import { expect, it } from 'vitest'
import { ApiError, networkError } from './api-error.ts'
import { failureOf, sentenceOf } from './sentence-of.ts'

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

it.each([
  [
    'the reason of the server',
    answered('session_not_found', 'No such session.', 404),
    'Failed to reconcile: No such session.',
  ],
  [
    'the reason of an outage',
    answered('unavailable', 'Please retry shortly.', 503),
    'Failed to reconcile: Please retry shortly.',
  ],
  [
    'a lost connection',
    networkError(),
    'Failed to reconcile: Network error. Please check your connection and try again.',
  ],
  ['no reason that repeats the sentence', answered('x', 'Failed to reconcile', 502), 'Failed to reconcile'],
  ['no reason of a fault', answered('internal', FAULT, 500), 'Failed to reconcile'],
  ['no answer of a gateway', answered('unknown', 'API 502 Bad Gateway: <html>', 502), 'Failed to reconcile'],
  ['no exception', new TypeError('x is not a function'), 'Failed to reconcile'],
])('a failed action tells %s [B-12.250]', (_, error, sentence) => {
  expect(failureOf('Failed to reconcile', error)).toBe(sentence)
})
