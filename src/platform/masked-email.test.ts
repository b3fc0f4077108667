import { expect, it } from 'vitest'
import { maskedEmail, maskedMailbox } from './masked-email.ts'

it('others see the first letters of an address and its ending, its owner the whole of where it is', () => {
  expect(maskedEmail('sam.porter@mail.example.co')).toBe('s•••@m•••.co')
  expect(maskedEmail('a@b.org', '***')).toBe('a***@b***.org')
  expect(maskedMailbox('sam.porter@example.com')).toBe('s•••@example.com')
})
