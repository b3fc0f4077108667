import { expect, it } from 'vitest'
import { maskedEmail, maskedMailbox } from './masked-email.ts'

it('a masked address has its first letters and its ending for others, and its domain for its owner', () => {
  expect(maskedEmail('sam.porter@mail.example.co')).toBe('s•••@m•••.co')
  expect(maskedEmail('a@b.org', '***')).toBe('a***@b***.org')
  expect(maskedMailbox('sam.porter@example.com')).toBe('s•••@example.com')
})
