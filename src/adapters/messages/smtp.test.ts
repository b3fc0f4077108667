import { expect, it } from 'vitest'
import type { Sender } from '#kernel/ports/mail.ts'
import { SenderMissing } from '#kernel/ports/messages.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { createSmtp } from './smtp.server.ts'
import { startPlainServer } from './testing/plain-server.ts'

const message = { id: 'm1', channel: 'email', to: 'sam@example.com', subject: 'Your code', text: '123456' } as const
const SHOP = { name: 'Shop', address: 'hello@shop.test' }

async function mailServer(senderNow: () => Sender | undefined = () => SHOP) {
  const server = await startPlainServer('127.0.0.1')
  closeAfter(async () => server.close())
  return { ...server, send: createSmtp(`smtp://127.0.0.1:${server.port}`, senderNow) }
}

/** The head of an e-mail, with folded lines joined. */
const headOf = (email: string) => email.slice(0, email.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ')
const fromOf = (email: string) => /^From: (.*)$/m.exec(headOf(email))?.[1]?.trim()

it('refuses a mail server without TLS on another machine, and sends it nothing', async () => {
  // 0.0.0.0 also reaches this machine, but its name is not a loopback address.
  const server = await startPlainServer('0.0.0.0')
  const send = createSmtp(`smtp://0.0.0.0:${server.port}`, () => SHOP)
  await expect(send(message)).rejects.toThrow(/STARTTLS|TLS/)
  server.close()
  expect(server.emails).toEqual([])
})

it('takes a mail server on this machine without TLS', async () => {
  const { send, emails } = await mailServer()
  const file = { name: 'receipt.json', type: 'application/json', text: '{"receipt":"— x"}\n' }
  await send({ ...message, attachments: [file] })
  expect(emails.join()).toContain('123456')
  // The file arrives byte for byte.
  expect(emails.join()).toContain('filename=receipt.json')
  expect(emails.join()).toContain(Buffer.from(file.text).toString('base64'))
})

it('asks for the sender at each e-mail, whose number is of the domain of the sender [B-13.116]', async () => {
  let sender: Sender | undefined = SHOP
  const { send, emails } = await mailServer(() => sender)
  await send(message)
  sender = { name: 'Northline', address: 'post@northline.example' }
  await send({ ...message, id: 'm2' })
  expect(emails.map(fromOf)).toEqual(['Shop <hello@shop.test>', 'Northline <post@northline.example>'])
  expect(emails.map(email => /^Message-ID: (.*)$/im.exec(headOf(email))![1])).toEqual([
    '<m1@shop.test>',
    '<m2@northline.example>',
  ])
  sender = undefined
  await expect(send({ ...message, id: 'm3' })).rejects.toThrow(SenderMissing)
  expect(emails).toHaveLength(2)
})

it.each([
  ['quotes and a comma', 'Chen, "Lee" & Co.', '"Chen, \\"Lee\\" & Co." <hello@shop.test>'],
  ['an address in the name', 'other@evil.example', '"other@evil.example" <hello@shop.test>'],
  ['brackets', '<x@evil.example>', '"<x@evil.example>" <hello@shop.test>'],
  ['no name', '', 'hello@shop.test'],
])('a name of the sender with %s stays a name [B-13.116]', async (_, name, shown) => {
  const { send, emails } = await mailServer(() => ({ ...SHOP, name }))
  await send(message)
  expect(fromOf(emails[0]!)).toBe(shown)
})

it('a name in other letters is encoded, and line breaks begin no header of their own [B-13.116]', async () => {
  const { send, emails } = await mailServer(() => ({ ...SHOP, name: 'Müller 🏔\r\nBcc: all@evil.example\r\n\r\nx' }))
  await send(message)
  const head = headOf(emails[0]!)
  expect(head).not.toMatch(/^Bcc:/m)
  expect(head).not.toContain('🏔')
  expect(fromOf(emails[0]!)).toMatch(/^(=\?UTF-8\?[QB]\?\S+\?= ?)+ ?<hello@shop\.test>$/)
})
