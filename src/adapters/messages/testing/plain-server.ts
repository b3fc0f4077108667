import { createServer, type Socket } from 'node:net'

/** A mail server without TLS. @param refusalOf its answer to `MAIL FROM:<…>` in place of 250. @returns the received e-mails. */
export async function startPlainServer(
  host: string,
  refusalOf: (line: string) => string | undefined = () => undefined,
) {
  const emails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket: Socket) => {
    let message: string | undefined
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.write('220 mail.test ready\r\n')
    socket.on('data', data => {
      const line = String(data)
      if (message !== undefined) message += line
      if (message?.endsWith('\r\n.\r\n')) {
        emails.push(message)
        message = undefined
        return socket.write('250 taken\r\n')
      }
      if (message !== undefined) return
      if (/^EHLO/i.test(line)) return socket.write('250-mail.test\r\n250 8BITMIME\r\n')
      if (/^STARTTLS/i.test(line)) return socket.write('502 not implemented\r\n')
      const refusal = /^MAIL FROM/i.test(line) && refusalOf(line)
      if (refusal) return socket.write(`${refusal}\r\n`)
      if (/^DATA/i.test(line)) {
        message = ''
        return socket.write('354 go on\r\n')
      }
      return socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>(done => server.listen(0, host, done))
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { emails, port: (server.address() as { port: number }).port, hangUp, close: () => server.close() }
}
