import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

/** Sends a request line that `fetch` refuses to send. @returns the whole response as text. */
function send(method: string, path: string): Promise<string> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  socket.end(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-secret: echo-me\r\nconnection: close\r\n\r\n`)
  return new Promise((done, fail) => {
    let text = ''
    socket.on('data', chunk => {
      text += chunk
    })
    socket.on('close', () => done(text))
    socket.on('error', fail)
  })
}

it.each(['TRACE', 'CONNECT', 'TRACK', 'PROPFIND'])('%s is refused and echoes nothing', async method => {
  for (const path of ['/', '/api/products', '/healthz', '/api/auth/login']) {
    const answer = await send(method, path)
    expect(answer, path).not.toMatch(/^HTTP\/1.1 (2|5)/)
    expect(answer, path).not.toContain('echo-me')
  }
})
