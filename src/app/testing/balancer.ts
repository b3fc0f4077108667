import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Interval between `/readyz` checks. A process that fails or does not answer gets no more requests. */
const CHECK_MS = 200

type Target = { origin: string; isUp: boolean; agent: Agent }

/**
 * A load balancer: checks each process for readiness, rotates among the ready ones, keeps connections, and retries no call. A call without
 * a response is a 502.
 */
export async function startBalancer(origins: readonly string[]) {
  const targets: Target[] = origins.map(origin => ({ origin, isUp: true, agent: new Agent({ keepAlive: true }) }))
  let turn = 0

  function pass(incoming: IncomingMessage, response: ServerResponse) {
    const up = targets.filter(({ isUp }) => isUp)
    const target = up[turn++ % up.length]
    if (!target) return void response.writeHead(503).end()
    const { hostname, port } = new URL(target.origin)
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers, agent: target.agent }, answer => {
      response.writeHead(answer.statusCode!, { ...answer.headers, connection: 'keep-alive' })
      answer.pipe(response).on('error', () => {})
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    incoming.pipe(outgoing)
  }

  let isClosed = false
  /** One check at a time, so that an older success cannot arrive after a newer failure. */
  async function keepChecking(target: Target) {
    while (!isClosed) {
      const answer = await fetch(`${target.origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      )
      target.isUp = answer?.ok ?? false
      await sleep(CHECK_MS)
    }
  }
  const checks = targets.map(keepChecking)
  const server = createServer(pass)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))

  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    /** Resolves when the process receives calls again. */
    async untilUp(origin: string) {
      const target = targets.find(other => other.origin === origin)!
      while (!target.isUp) await new Promise(done => setTimeout(done, 20))
    },
    async close() {
      isClosed = true
      await Promise.all(checks)
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      for (const { agent } of targets) agent.destroy()
    },
  }
}
