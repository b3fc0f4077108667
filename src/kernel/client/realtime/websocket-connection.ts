/** The server must acknowledge within 15 s. Checked every 5 s, a connection is unhealthy after 65 s of silence. */
export const ACK_MS = 15_000
const CHECK_MS = 5_000
const PENDING_MS = 35_000
const UNHEALTHY_MS = 65_000

/** Close code for a void ID token: the user's rights changed, or the session ended. */
const UNAUTHORIZED = 4401

export type ConnectionMessage = { type: string; id?: string; payload?: unknown }

export type Connection = {
  send: (message: object) => void
  /** Sends a newer ID token over a ready connection, so that the connection outlives the older token. */
  renew: (idToken: string) => void
  /** Closes the connection without further callbacks. */
  close: () => void
}

type Options = {
  /** Returns the ID token, undefined for a guest. Called when the socket opens. */
  token: () => string | undefined | Promise<string | undefined>
  now: () => number
  /** The server has acknowledged the connection. */
  onReady: () => void
  onMessage: (message: ConnectionMessage) => void
  /** The connection has been silent for 35 s, or receives data again. */
  onSilence: (isSilent: boolean) => void
  /** The connection has failed; called once. @param isVoid true if the server closed a ready connection because its ID token is void. */
  onLost: (isVoid: boolean) => void
}

/** Manages one WebSocket and its health from opening to loss. */
export function openConnection(
  socket: WebSocket,
  { token, now, onReady, onMessage, onSilence, onLost }: Options,
): Connection {
  let heardAt = now()
  let isSilent = false
  let isOver = false
  let isReady = false
  let check: ReturnType<typeof setInterval> | undefined
  const late = setTimeout(() => lose(), ACK_MS)

  const send = (message: object) => {
    if (socket.readyState === 1) socket.send(JSON.stringify(message))
  }
  const introduce = (idToken: string | undefined) =>
    send({ type: 'connection_init', payload: idToken ? { idToken } : {} })

  function close() {
    isOver = true
    clearTimeout(late)
    clearInterval(check)
    socket.close()
  }

  function lose(code?: number) {
    if (isOver) return
    close()
    onLost(isReady && code === UNAUTHORIZED)
  }

  function look() {
    const silence = now() - heardAt
    if (silence >= UNHEALTHY_MS) return lose()
    if (isSilent === silence >= PENDING_MS) return
    isSilent = !isSilent
    onSilence(isSilent)
  }

  socket.onopen = () => {
    const idToken = token()
    if (idToken instanceof Promise) void idToken.then(introduce, () => lose())
    else introduce(idToken)
  }
  socket.onmessage = event => {
    if (isOver) return
    const message: ConnectionMessage = JSON.parse(String(event.data))
    heardAt = now()
    look()
    if (message.type !== 'connection_ack') return onMessage(message)
    // The acknowledgement of a renewed token changes nothing.
    if (isReady) return
    isReady = true
    clearTimeout(late)
    check = setInterval(look, CHECK_MS)
    onReady()
  }
  socket.onclose = event => lose(event?.code)
  return { send, renew: idToken => isReady && introduce(idToken), close }
}
