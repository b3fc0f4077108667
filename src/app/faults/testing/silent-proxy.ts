import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy in front of PostgreSQL that can fall silent like a server without network: it accepts and keeps connections, forwards nothing
 * and closes nothing.
 */
export async function openSilentProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false

  const server: Server = createServer(near => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    if (isSilent) return near.pause()
    const far = connect(Number(target.port), target.hostname)
    sockets.add(far)
    near.pipe(far)
    far.pipe(near)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    return undefined
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))

  const proxied = new URL(url)
  proxied.search = ''
  proxied.port = String((server.address() as { port: number }).port)
  return {
    url: proxied.href,
    /** Forwards no more bytes, on old and new connections. */
    fallSilent() {
      isSilent = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    /** New connections reach the server; old ones stay open and silent, as after a failover. */
    failOver() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
