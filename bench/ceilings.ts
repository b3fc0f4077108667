import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * Starts the baseline server for this machine and run: Hono with 5 kB from memory, with as many bytes as the store page, and with a
 * page of plain React.
 */
export async function startCeilings(port: number, page: Buffer) {
  const fiveKilobytes = 'x'.repeat(5000)
  const cards = Array.from({ length: 24 }, (_, n) =>
    createElement(
      'li',
      { key: n },
      createElement('h2', null, `Product ${n}`),
      createElement('p', null, 'Earns 2 Silver credits'),
      createElement('span', null, '$40.00'),
    ),
  )
  const app = new Hono()
  app.get('/bytes', c => c.text(fiveKilobytes))
  app.get('/page', c => c.body(page as Uint8Array<ArrayBuffer>))
  app.get('/react', c => c.html(renderToString(createElement('ul', null, cards))))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>(done => server.close(() => done()) && server.closeAllConnections()),
  }
}
