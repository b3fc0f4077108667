import { expect, it } from 'vitest'
import { createSmtp } from './smtp.server.ts'
import { startPlainServer } from './testing/plain-server.ts'

const message = { id: 'm1', channel: 'email', to: 'sam@example.com', subject: 'Your code', text: '123456' } as const

it('refuses a mail server without TLS on another machine, and sends it nothing', async () => {
  // 0.0.0.0 also reaches this machine, but its name is not a loopback address.
  const server = await startPlainServer('0.0.0.0')
  const send = createSmtp(`smtp://0.0.0.0:${server.port}`, 'Shop <hello@shop.test>')
  await expect(send(message)).rejects.toThrow(/STARTTLS|TLS/)
  server.close()
  expect(server.emails).toEqual([])
})

it('takes a mail server on this machine without TLS', async () => {
  const server = await startPlainServer('127.0.0.1')
  const send = createSmtp(`smtp://127.0.0.1:${server.port}`, 'Shop <hello@shop.test>')
  const file = { name: 'receipt.json', type: 'application/json', text: '{"receipt":"— x"}\n' }
  await send({ ...message, attachments: [file] })
  server.close()
  expect(server.emails.join()).toContain('123456')
  // The file arrives byte for byte.
  expect(server.emails.join()).toContain('filename=receipt.json')
  expect(server.emails.join()).toContain(Buffer.from(file.text).toString('base64'))
})
