import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'

/** Another process has the state open. */
export class LockedError extends Error {}

/** Unix sockets refuse longer paths. */
const MAX_PATH_BYTES = 100

/**
 * Holds a lock by listening on a Unix socket. The kernel closes the socket with its process, so a killed process leaves no lock behind,
 * only a file that nothing answers on.
 * @throws LockedError when another process holds the lock.
 */
export async function holdLock(path: string): Promise<Server> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new Error(`The path ${path} is too long: choose a state file whose path has at most 90 characters.`)
  const lock = createServer(socket => socket.destroy())
  try {
    await listen(lock, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (await isAnswered(path)) throw new LockedError(`Another process holds ${path}.`)
    await unlink(path)
    await listen(lock, path)
  }
  return lock
}

const listen = (lock: Server, path: string) =>
  new Promise<void>((done, fail) => lock.once('error', fail).listen(path, () => done()))

const isAnswered = (path: string) =>
  new Promise<boolean>(tell => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      tell(true)
    })
    socket.once('error', () => tell(false))
  })
