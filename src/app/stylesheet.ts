import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The address of the shop's one style sheet, of which `root.tsx` names only the source.
 * @param client the folder of the built public files.
 * @returns undefined when nothing was built. @throws when there are several.
 */
export function findStylesheet(client: string): string | undefined {
  const assets = existsSync(join(client, 'assets')) ? readdirSync(join(client, 'assets')) : []
  const sheets = assets.filter(name => /^styles-[\w-]+\.css$/.test(name))
  if (sheets.length > 1) throw new Error(`One style sheet was expected, found: ${sheets}`)
  return sheets[0] && `/assets/${sheets[0]}`
}
