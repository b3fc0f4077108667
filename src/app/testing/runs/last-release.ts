import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const SCHEMA = ['db/migrations', 'db/functions']
/** The scope of the packages in `packages/`. */
const WORKSPACE = '@redoubt'

/** The release that runs in production while this one starts. db/last-release.json is set right after each release. */
export const LAST_RELEASE: { version: string; commit: string } = JSON.parse(
  readFileSync(join(ROOT, 'db/last-release.json'), 'utf8'),
)

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 })

/** False in a shallow clone, whose history lacks the commit of the release. */
export const isLastReleaseHere = (): boolean => git('cat-file', '-e', `${LAST_RELEASE.commit}^{commit}`).status === 0

/**
 * Writes the source of the last release to a temporary folder, with the packages installed here.
 * @param options.withNewSchema replaces its migrations and functions with those of this release, so that its tests run on the new schema.
 */
export function checkOutLastRelease({ withNewSchema = false } = {}): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-last-release-'))
  const { stdout, status } = git('archive', LAST_RELEASE.commit)
  if (status !== 0)
    throw new Error(`Commit ${LAST_RELEASE.commit} of release ${LAST_RELEASE.version} is not in the history.`)
  const { status: unpacked } = spawnSync('tar', ['-x'], { cwd: folder, input: stdout })
  if (unpacked !== 0) throw new Error('The last release could not be unpacked.')
  linkPackages(folder)
  for (const part of withNewSchema ? SCHEMA : []) {
    rmSync(join(folder, part), { recursive: true })
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links each installed package, except the workspace's: those the last release has itself, or does not have. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules')
  const own = join(folder, 'node_modules')
  mkdirSync(own)
  for (const name of readdirSync(installed)) if (name !== WORKSPACE) symlinkSync(join(installed, name), join(own, name))
  if (!existsSync(join(folder, 'packages'))) return
  mkdirSync(join(own, WORKSPACE))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(own, WORKSPACE, name))
}
