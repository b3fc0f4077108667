// Tells whether the pages and the server are built from the sources as they are now. Plain JavaScript, because the first step of `npm start`
// asks it before the project's own Node runs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PAGES = ['src', 'packages/draw', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

/** What each built folder is made from. The server has the pages in it. */
const SOURCES = { build: PAGES, dist: [...PAGES, 'packages', 'db'] }
const TEST = /\.(test|bench)\.tsx?$/

/** @typedef {keyof typeof SOURCES} Built */

/**
 * Size and modification time of all sources of a built folder, without their place, so that a moved tree is not built again.
 * @param {string} root
 * @param {Built} built
 * @returns {string}
 */
export function fingerprintOf(root, built) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = path => {
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  /** @param {string} path */
  const addFolder = path => {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = `${path}/${entry.name}`
      if (entry.isDirectory()) addFolder(inside)
      else if (!TEST.test(entry.name)) add(inside)
    }
  }
  for (const source of SOURCES[built]) {
    if (statSync(join(root, source)).isDirectory()) addFolder(source)
    else add(source)
  }
  return hash.digest('hex')
}

/**
 * The file in a built folder that says from which sources it was built.
 * @param {string} root
 * @param {Built} built
 */
export const stampOf = (root, built) => join(root, built, '.stamp')

/**
 * @param {string} root
 * @param {Built} built
 */
export function isBuilt(root, built) {
  const stamp = stampOf(root, built)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(root, built)
}
