/** checkout-and-admin.md section 9: an acknowledgement within 15 s, looked at every 5 s, unhealthy after 65 s of silence. */
export const ACK_MS = 15_000
const CHECK_MS = 5_000
const PENDING_MS = 35_000
const UNHEALTHY_MS = 65_000

/** The server closes a connection so when its ID token is void: rights changed, or the session ended. */
const UNAUTHORIZED = 4401

export type ConnectionMessage = { type: string; id?: string; payload?: unknown }

export type Connection = {
  send: (message: object) => void
  /** Shows a newer ID token on a connection that is ready, so that it does not end with the older one. */
  renew: (idToken: string) => void
  /** Ends it; nothing is told any more. */
  close: () => void
}

type Options = {
  /** The ID token; undefined for a guest. Asked for when the socket is open. */
  token: () => string | undefined | Promise<string | undefined>
  now: () => number
  /** The server has acknowledged it. */
  onReady: () => void
  onMessage: (message: ConnectionMessage) => void
  /** It has been silent longer than it should be, or is heard from again. */
  onSilence: (isSilent: boolean) => void
  /** It is no good any more; told once. @param isVoid the server ended a ready connection because its ID token is void. */
  onLost: (isVoid: boolean) => void
}

/** One WebSocket from its opening to its loss, and its health meanwhile. */
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
    // The answer to a renewal says nothing new.
    if (isReady) return
    isReady = true
    clearTimeout(late)
    check = setInterval(look, CHECK_MS)
    onReady()
  }
  socket.onclose = event => lose(event?.code)
  return { send, renew: idToken => isReady && introduce(idToken), close }
}
