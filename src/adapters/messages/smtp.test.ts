import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createSmtp } from './smtp.server.ts'

/** A mail server without TLS. @returns the received e-mails. */
async function startPlainServer(host: string) {
  const letters: string[] = []
  const server = createServer((socket: Socket) => {
    let letter: string | undefined
    socket.on('error', () => {})
    socket.write('220 mail.test ready\r\n')
    socket.on('data', data => {
      const line = String(data)
      if (letter !== undefined) letter += line
      if (letter?.endsWith('\r\n.\r\n')) {
        letters.push(letter)
        letter = undefined
        return socket.write('250 taken\r\n')
      }
      if (letter !== undefined) return
      if (/^EHLO/i.test(line)) return socket.write('250-mail.test\r\n250 8BITMIME\r\n')
      if (/^STARTTLS/i.test(line)) return socket.write('502 not implemented\r\n')
      if (/^DATA/i.test(line)) {
        letter = ''
        return socket.write('354 go on\r\n')
      }
      return socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>(done => server.listen(0, host, done))
  return { letters, port: (server.address() as { port: number }).port, close: () => server.close() }
}

const letter = { id: 'm1', channel: 'email', to: 'sam@example.com', subject: 'Your code', text: '123456' } as const

it('refuses a mail server without TLS on another machine, and sends it nothing', async () => {
  // 0.0.0.0 also reaches this machine, but its name is not a loopback address.
  const server = await startPlainServer('0.0.0.0')
  const send = createSmtp(`smtp://0.0.0.0:${server.port}`, 'Shop <hello@shop.test>')
  await expect(send(letter)).rejects.toThrow(/STARTTLS|TLS/)
  server.close()
  expect(server.letters).toEqual([])
})

it('takes a mail server on this machine without TLS', async () => {
  const server = await startPlainServer('127.0.0.1')
  const send = createSmtp(`smtp://127.0.0.1:${server.port}`, 'Shop <hello@shop.test>')
  const file = { name: 'receipt.json', type: 'application/json', text: '{"receipt":"— x"}\n' }
  await send({ ...letter, attachments: [file] })
  server.close()
  expect(server.letters.join()).toContain('123456')
  // The file arrives byte for byte.
  expect(server.letters.join()).toContain('filename=receipt.json')
  expect(server.letters.join()).toContain(Buffer.from(file.text).toString('base64'))
})
