import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type SqlFile = {
  name: string
  text: string
  /** SHA-256 of the text in hex. */
  checksum: string
}

export type MigrationFile = SqlFile & {
  /** Runs outside of a transaction, beside the running shop: `0063_name.apart.sql`. */
  isApart: boolean
  /** A contract migration names the oldest release that runs on the schema after it: `-- oldest release: 0.8.0`. */
  oldestRelease: string | null
}

export type FunctionFile = SqlFile

const DB = join(import.meta.dirname, '../../../../db')
const OLDEST = /^-- oldest release: (\d+\.\d+\.\d+)$/m

/** Reads the SQL files of a folder in name order. */
async function readSql(folder: string): Promise<(SqlFile & { file: string })[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const text = await readFile(join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { file, name: file.replace(/(\.apart)?\.sql$/, ''), text, checksum }
    }),
  )
}

/** Reads the migrations in name order. They run forward only and import no current code. */
export async function readMigrations(folder = join(DB, 'migrations')): Promise<MigrationFile[]> {
  return (await readSql(folder)).map(({ file, ...migration }) => ({
    ...migration,
    isApart: file.endsWith('.apart.sql'),
    oldestRelease: OLDEST.exec(migration.text)?.[1] ?? null,
  }))
}

/** Reads the functions, each after the functions that its text names, because PostgreSQL checks a SQL function when it is created. */
export async function readFunctions(folder = join(DB, 'functions')): Promise<FunctionFile[]> {
  const files = await readSql(folder)
  const ordered = new Set<FunctionFile>()
  const add = (file: FunctionFile, path: FunctionFile[]) => {
    const words = new Set(file.text.replace(/--.*$/gm, '').match(/\w+/g))
    const named = files.filter(other => other !== file && words.has(other.name))
    for (const other of named) if (!path.includes(other)) add(other, [...path, file])
    ordered.add(file)
  }
  for (const file of files) add(file, [])
  return [...ordered].map(({ name, text, checksum }) => ({ name, text, checksum }))
}
