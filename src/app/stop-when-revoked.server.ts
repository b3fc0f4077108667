import type { RunningToken } from '#features/identity/id-token.server.ts'

/** The answers that are still being made while they are sent: exports (platform/http/csv.server.ts). */
export const isStream = (response: Response) => response.headers.get('content-type')?.startsWith('text/csv') ?? false

/**
 * Breaks an answer off as soon as its token is revoked, at the next piece. A token that only expires does not stop a download
 * that it began.
 */
export function stopWhenRevoked(response: Response, token: RunningToken): Response {
  const reader = response.body!.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read()
        if (token.isRevoked()) {
          await reader.cancel()
          controller.error(new Error('The token of this answer was revoked.'))
        } else if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}
