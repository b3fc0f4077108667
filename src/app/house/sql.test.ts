import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLastReleaseHere, LAST_RELEASE } from '../testing/runs/last-release.ts'
import { fileText, ROOT, repositoryFiles } from '../testing/source/repository-files.ts'

/** Rules of STYLE.md for SQL. */
const tracked = repositoryFiles()
const inSource = tracked.filter(
  file =>
    /^(src|packages)\/.*\.tsx?$/.test(file) &&
    !/\.(test|bench)\.tsx?$|\/testing\//.test(file) &&
    !file.endsWith('db/tables.ts'),
)

const runsOnServer = (file: string) => /\.server\.ts$|^packages\//.test(file)

describe('the SQL', () => {
  const tables = fileText('src/platform/db/tables.ts')
    .match(/^export interface DB \{([^}]*)\}/m)![1]!
    .matchAll(/^ {2}"?([\w.]+)"?:/gm)
    .map(([, name]) => name!)
    .toArray()
  const table = `(?:${tables.join('|').replaceAll('.', '\\.')})\\b`
  const stars = [
    /\.(selectAll|returningAll)\(/,
    /returning (\w+\.)?\*/i,
    /select \*\s+from jsonb?_populate/i,
    new RegExp(`select \\*(?:,(?:(?!\\bfrom\\b)[^])*)?\\s+from ${table}`, 'i'),
  ]
  /** True for `alias.*` where the file gives that alias to a table. */
  const expandsTable = (text: string) =>
    [...text.matchAll(/(?<![\w.`])(\w+)\.\*(?=[,\s])/g)].some(
      ([, alias]) =>
        tables.includes(alias!) ||
        new RegExp(`\\b(?:from|join|update|into) ${table} (?:as )?${alias}\\b`, 'i').test(text),
    )

  it('names the columns of tables, because a column added later changes what `*` stands for', () => {
    const wrong = inSource.filter(file => {
      const text = runsOnServer(file) ? fileText(file) : ''
      return stars.some(star => star.test(text)) || expandsTable(text)
    })
    expect(wrong).toEqual([])
    expect(tables.length).toBeGreaterThan(80)
    expect(expandsTable('select o.* from customer_order o')).toBe(true)
    expect(stars.some(star => star.test('select *, 1 as n\n from product where id = 1'))).toBe(true)
  })

  it('defines each function in a file of its name, with its triggers, so that an edit replaces both', () => {
    const sqlOf = (folder: string) => tracked.filter(file => file.startsWith(`db/${folder}/`))
    const defined = /\bcreate (or replace )?(function|trigger) ([\w.]+)/gi
    const wrong = sqlOf('functions').filter(file => {
      const found = [...fileText(file).matchAll(defined)]
      const names = found.filter(([, , kind]) => kind === 'function').map(([, , , name]) => name!.replace('.', '_'))
      return found.some(([, replaces]) => !replaces) || !names.every(name => name === basename(file, '.sql'))
    })
    expect(wrong).toEqual([])
    const elsewhere = sqlOf('migrations').flatMap(file =>
      [...fileText(file).matchAll(defined)].map(([, , , name]) => name),
    )
    // An index stores its results.
    expect(elsewhere).toEqual(['mailbox_of'])
  })

  it.skipIf(!isLastReleaseHere())(
    'drops no function of the last release, whose calls at that moment would fail',
    () => {
      const list = ['ls-tree', '-r', '--name-only', LAST_RELEASE.commit, 'db/functions']
      const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
      const files = git(...list).split('\n')
      const typesOf = (parameters: string) =>
        parameters
          .split(',')
          .map(each => each.trim())
          .filter(each => !each.startsWith('out '))
          .map(each => each.replace(/^p_\w+ | default.*$/g, ''))
          .join(', ')
      const drops = tracked
        .filter(file => file.startsWith('db/functions/'))
        .flatMap(file => [...fileText(file).matchAll(/^drop function if exists (\w+)\s*\(([^)]*)\)/gm)])
      const wrong = drops.filter(([, name, types]) => {
        const file = `db/functions/${name}.sql`
        const last = files.includes(file) ? git('show', `${LAST_RELEASE.commit}:${file}`) : ''
        const parameters = new RegExp(`create or replace function ${name}\\(([^)]*)\\)`, 'g')
        return [...last.matchAll(parameters)].some(([, own]) => typesOf(own!) === typesOf(types!))
      })
      expect(wrong.map(([drop]) => drop)).toEqual([])
      expect(drops.length).toBeGreaterThan(0)
    },
  )
})
