import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

/**
 * The URL of the shop's one style sheet; `root.tsx` names only its source.
 * @param client the folder of the built public files.
 * @returns undefined without a build. @throws when there are several style sheets.
 */
export function findStylesheet(client: string): string | undefined {
  const assets = existsSync(join(client, 'assets')) ? readdirSync(join(client, 'assets')) : []
  const sheets = assets.filter(name => /^styles-[\w-]+\.css$/.test(name))
  if (sheets.length > 1) throw new Error(`One style sheet was expected, found: ${sheets}`)
  return sheets[0] && `/assets/${sheets[0]}`
}

const FILE = join(import.meta.dirname, '../../../../build/server/index.js')

/** The pages as built by Vite, or undefined when there is no build (tests of the API alone). */
export async function loadBuild(): Promise<ServerBuild | undefined> {
  return existsSync(FILE) ? ((await import(pathToFileURL(FILE).href)) as ServerBuild) : undefined
}
