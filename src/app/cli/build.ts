import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const ROOT = join(import.meta.dirname, '../../..')
const STAMP = join(ROOT, 'build/.stamp')
const SOURCES = ['src', 'packages/draw', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const COMPRESSED = /\.(js|mjs|css|svg|json|html|txt|webmanifest)$/

function* filesOf(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

/** Size and modification time of all sources: an unchanged tree is not built again. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(join(ROOT, source))) {
      if (/\.(test|bench)\.tsx?$/.test(file)) continue
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** Compresses once at Brotli's highest level, so that requests need no compression. */
function precompress(folder: string): void {
  for (const file of filesOf(folder)) {
    if (!COMPRESSED.test(file)) continue
    const body = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    const compressed = brotliCompressSync(body, { params })
    if (compressed.length < body.length) writeFileSync(`${file}.br`, compressed)
  }
}

/** Builds the pages when a source changed since the last build. */
export function buildIfNeeded(): void {
  const now = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return
  execFileSync(join(ROOT, 'node_modules/.bin/react-router'), ['build'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  // A separate process, as for Vite: the server does not load build tools.
  execFileSync(process.execPath, [join(ROOT, 'src/app/service-worker/build-worker.ts'), join(ROOT, 'build/client')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const verifiers = join(ROOT, 'build/client/verify')
  execFileSync(process.execPath, [join(ROOT, 'packages/draw/build-verifiers.ts'), verifiers], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  precompress(join(ROOT, 'build/client'))
  writeFileSync(STAMP, now)
}

if (import.meta.main) buildIfNeeded()
