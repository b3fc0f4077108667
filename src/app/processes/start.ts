import { buildIfNeeded } from '../cli/build.ts'

/** `npm start`: builds changed files, then serves until stopped. */
process.env.NODE_ENV ??= 'production'
buildIfNeeded()
const { serve } = await import('./serve.ts')
await serve()
