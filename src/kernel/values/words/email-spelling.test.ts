import { expect, it } from 'vitest'
import { isPlainEmail } from './email-spelling.ts'

it.each([
  'robin@gmail.com',
  'r.o-b_in+shop@mail.example.co.uk',
  "o'neil&sons@example.com",
  'jörg@müller.example',
  'x@xn--mller-kva.example',
])('%s names its mailbox', email => {
  expect(isPlainEmail(email)).toBe(true)
})

it.each([
  '<robin@gmail.com',
  'robin@gmail.com>',
  'robin@gmail.com.',
  'robin@gmail..com',
  'robin@.gmail.com',
  '"robin"@gmail.com',
  'robin(shop)@gmail.com',
  'rob\\in@gmail.com',
  'a,robin@gmail.com',
  'robin@ｇmail.com',
  'robin@gmail。com.x',
  'robin@gmail.com\u200b',
  'ro\u00adbin@gmail.com',
  'win。evil。example@gmail.com',
  'win․evil@gmail.com',
  'win。evil@gmail.com',
  'robin@evil｡example.com',
  'robin@evilꓸexample.com',
  'robin@evil۔example.com',
  'robin@g\u034fmail.com',
  'robin@ſmail.com',
  'robin@[127.0.0.1].x',
])('%j is another spelling of a mailbox', email => {
  expect(isPlainEmail(email)).toBe(false)
})
