import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

const FILE = join(import.meta.dirname, '../../../../build/server/index.js')

/** The pages as built by Vite, or undefined when there is no build (tests of the API alone). */
export async function loadBuild(): Promise<ServerBuild | undefined> {
  return existsSync(FILE) ? ((await import(pathToFileURL(FILE).href)) as ServerBuild) : undefined
}
