import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServerIfNeeded } from '../cli/build.ts'

/** Serves as `npm start` does, in this process: benches start another release by this file. */
buildServerIfNeeded()
await import(pathToFileURL(join(import.meta.dirname, '../../../dist/server.js')).href)
