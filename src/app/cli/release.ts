import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded } from './build.ts'
import { buildDist } from './build-dist.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The tag does not fit what it names. The message says what to do. */
export class ReleaseError extends Error {}

/** The version that a tag names. @throws ReleaseError unless it is `v` and the version of package.json. */
export function versionOfTag(tag: string, packageVersion: string): string {
  if (tag !== `v${packageVersion}`)
    throw new ReleaseError(
      `The tag ${tag} does not name the version of package.json. Tag v${packageVersion}, or change the version.`,
    )
  return packageVersion
}

/** The section of a version in the changelog, without its title. @throws ReleaseError without a section, a date or a line. */
export function changesOf(version: string, changelog: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find(text => text.startsWith(`${version} `))
  if (!section) throw new ReleaseError(`CHANGELOG.md has no section "## ${version} — date".`)
  const [title = '', ...lines] = section.split('\n')
  if (!/— \d{4}-\d{2}-\d{2}$/.test(title))
    throw new ReleaseError(`The section of ${version} in CHANGELOG.md has no date.`)
  const text = lines.join('\n').trim()
  if (!text) throw new ReleaseError(`The section of ${version} in CHANGELOG.md is empty.`)
  return text
}

/** One line a file, as `sha256sum --check` reads it. */
export const checksumsOf = (files: Record<string, Uint8Array>): string =>
  Object.entries(files)
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .join('')

/**
 * Packs a folder so that the same content gives the same bytes: names in order, one time for all, no owner, no time of packing.
 * @param seconds the time of every file, in seconds since 1970.
 */
export function packFolder(folder: string, name: string, seconds: number): Buffer {
  const order = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX']
  const args = ['--create', '--format=gnu', ...order, `--transform=s,^\\.,${name},`, '--directory', folder, '.']
  const tar = execFileSync('tar', args, { maxBuffer: 1e9 })
  return execFileSync('gzip', ['--no-name', '-9'], { input: tar, maxBuffer: 1e9 })
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Every installed package in CycloneDX. Number and time of the document follow from the release, so that two runs give the same bytes. */
function billOfMaterials(seconds: number): Buffer {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 } as const
  const document = JSON.parse(execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], options))
  document.metadata.timestamp = new Date(seconds * 1000).toISOString()
  const { serialNumber: _, ...content } = document
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')
  return Buffer.from(`${JSON.stringify({ ...document, serialNumber: `urn:uuid:${uuid}` }, null, 1)}\n`)
}

/** The image, where a container runtime is installed. @returns its name. */
function buildImage(version: string, seconds: number): string | undefined {
  for (const runtime of ['docker', 'podman', 'buildah'])
    try {
      execFileSync(runtime, ['--version'], { stdio: 'ignore' })
      const image = `redoubt:${version}`
      const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) }
      execFileSync(runtime, ['build', '--tag', image, ROOT], { stdio: 'inherit', env })
      return image
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error
    }
  return undefined
}

/** `npm run release [-- v1.2.3]`: from the tag of this commit, writes `release/`: archive of `dist`, SBOM, changes, checksums. */
async function release(given: string | undefined): Promise<void> {
  if (git('status', '--porcelain'))
    throw new ReleaseError('There are changes that are not committed. A release is what its tag names.')
  const tag = given ?? git('tag', '--points-at', 'HEAD', '--list', 'v*').split('\n')[0]!
  if (!tag) throw new ReleaseError('This commit has no tag v*. Tag it, or name the tag: npm run release -- v1.2.3')
  if (git('rev-list', '-n', '1', tag) !== git('rev-parse', 'HEAD'))
    throw new ReleaseError(`${tag} is another commit than this one. Check it out first.`)
  const version = versionOfTag(tag, JSON.parse(read('package.json')).version)
  const changes = changesOf(version, read('CHANGELOG.md'))
  const seconds = Number(git('log', '-1', '--format=%ct'))
  buildIfNeeded()
  await buildDist()
  const name = `redoubt-${version}`
  const files = {
    [`${name}.tar.gz`]: packFolder(join(ROOT, 'dist'), name, seconds),
    [`${name}.sbom.cdx.json`]: billOfMaterials(seconds),
    [`${name}.changes.md`]: Buffer.from(`${changes}\n`),
  }
  const folder = join(ROOT, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes)
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(files))
  const image = buildImage(version, seconds)
  process.stdout.write(
    `${checksumsOf(files)}${image ? `Image ${image}.` : 'No container runtime is here, so no image was built.'}\n`,
  )
}

if (import.meta.main)
  await release(process.argv[2]).catch(error => {
    if (!(error instanceof ReleaseError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
