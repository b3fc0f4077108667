import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { findStylesheet } from '../pages/standalone/build-files.ts'
import { OFFLINE_ASSETS, OFFLINE_FILE, offlinePage } from './offline-page.ts'

/**
 * Adds the offline files to the built pages: `/sw.js`, `/offline.js` and the offline page. Each script is a single file, because a service
 * worker must not consist of chunks that change separately.
 * @param client the folder of the built public files.
 */
export async function buildWorker(client: string): Promise<void> {
  const stylesheet = findStylesheet(client)
  if (!stylesheet) throw new Error('The offline page needs the style sheet, and the build has none.')
  const page = offlinePage(stylesheet)
  writeFileSync(OFFLINE_FILE, page)
  await bundle(client, 'offline', 'offline', {})
  const files = [stylesheet, ...fontsOf(join(client, stylesheet)), ...OFFLINE_ASSETS]
  const hash = createHash('sha256').update(page)
  for (const file of files) hash.update(readFileSync(join(client, file)))
  await bundle(client, 'service-worker', 'sw', {
    OFFLINE_FILES: JSON.stringify(files),
    OFFLINE_VERSION: JSON.stringify(hash.digest('hex').slice(0, 12)),
  })
}

const fontsOf = (stylesheet: string) => [...new Set(readFileSync(stylesheet, 'utf8').match(/\/fonts\/[\w-]+\.woff2/g))]

async function bundle(client: string, source: string, name: string, define: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      target: 'es2023',
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: join(import.meta.dirname, `${source}.ts`),
        formats: ['iife'],
        name: 'worker',
        fileName: () => `${name}.js`,
      },
    },
  })
}

if (import.meta.main) await buildWorker(process.argv[2]!)
