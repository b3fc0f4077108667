import { expect, it } from 'vitest'
import { ApiError, networkError } from '#platform/client/api-error.ts'
import { sentenceOf } from './use-submit.ts'

const answered = (code: string, detail: string) => new ApiError({ status: 400, code, detail })

// customer-side.md section 8, "Confirm failure" and "Resend failure".
it.each([
  [
    'what the server says',
    answered('CodeMismatchException', 'Invalid verification code.'),
    'Invalid verification code.',
  ],
  ['the network', networkError(), 'Network error. Please check your connection and try again.'],
  ['an answer without a sentence', answered('unknown', 'API 502 Bad Gateway: <html>'), 'Invalid confirmation code'],
  ['an answer that is no JSON', answered('bad_json', 'Invalid JSON response from API'), 'Invalid confirmation code'],
  ['an exception', new TypeError('x is not a function'), 'An error occurred. Please try again.'],
])('says of %s what a person should read', (_, error, sentence) => {
  expect(sentenceOf(error, 'Invalid confirmation code', 'An error occurred. Please try again.')).toBe(sentence)
})

it('has one sentence for both where the specification has one', () => {
  expect(sentenceOf(new Error('x'), 'Failed to save shipping address. Please try again.')).toBe(
    'Failed to save shipping address. Please try again.',
  )
})
