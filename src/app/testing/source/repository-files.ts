import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's folder; the paths of its files below begin there. */
export const ROOT = join(import.meta.dirname, '../../../..')

/** All files in these folders, or in the whole repository, that git tracks or does not ignore. */
export const repositoryFiles = (...folders: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => file && existsSync(join(ROOT, file)))

/** The files that match, also those that git ignores. */
export const filesLike = (patterns: string | string[]): string[] => globSync(patterns, { cwd: ROOT })

export const fileText = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
