import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

const FILE = join(import.meta.dirname, '../../build/server/index.js')

/** The pages as Vite built them, or undefined when nothing was built (tests of the API alone). */
export async function loadBuild(): Promise<ServerBuild | undefined> {
  return existsSync(FILE) ? ((await import(pathToFileURL(FILE).href)) as ServerBuild) : undefined
}
