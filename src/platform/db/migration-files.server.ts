import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type MigrationFile = {
  name: string
  text: string
  /** Runs outside of a transaction, beside the running shop: `0063_name.apart.sql`. */
  isApart: boolean
  /** A contract migration names the oldest release that runs on the schema after it: `-- oldest release: 0.6.0`. */
  oldestRelease: string | null
}

const FOLDER = join(import.meta.dirname, '../../../db/migrations')
const OLDEST = /^-- oldest release: (\d+\.\d+\.\d+)$/m

/** Reads the SQL files in name order. They run forward only and import no current code. */
export async function readMigrations(folder = FOLDER): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const text = await readFile(join(folder, file), 'utf8')
      return {
        name: file.replace(/(\.apart)?\.sql$/, ''),
        text,
        isApart: file.endsWith('.apart.sql'),
        oldestRelease: OLDEST.exec(text)?.[1] ?? null,
      }
    }),
  )
}
