import type { RunningToken } from '#features/identity/sessions/id-token.server.ts'

/** Responses that are generated while they are sent: exports (kernel/api/csv.server.ts). */
export const isStream = (response: Response) => response.headers.get('content-type')?.startsWith('text/csv') ?? false

/**
 * Aborts a response at its next chunk once its token is revoked. An expired token does not stop a running download.
 * @param disconnect closes the connection. Without it, the stream fails.
 */
export function stopWhenRevoked(response: Response, token: RunningToken, disconnect?: () => void): Response {
  const reader = response.body!.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read()
        if (token.isRevoked()) {
          await reader.cancel()
          // The listener logs a failed stream with its stack, as a fault of the shop.
          disconnect?.()
          if (disconnect) controller.close()
          else controller.error(new Error('The token of this answer was revoked.'))
        } else if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}
