// Loaded before the built server, with --expose-gc: counts what it loads, and says so at SIGUSR2 in a line of its standard output.
import { registerHooks } from 'node:module'

const seen = { files: 0, bytes: 0 }
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url.startsWith('file:')) {
      seen.files++
      seen.bytes += loaded.source?.length ?? 0
    }
    return loaded
  },
})

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  // What a finalizer lets go is collected by the second.
  globalThis.gc?.()
  process.stdout.write(`counted ${JSON.stringify({ ...seen, heap: process.memoryUsage().heapUsed })}\n`)
})
