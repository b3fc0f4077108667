import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RELEASE } from '#platform/release.server.ts'
import { changesOf, checksumsOf, packFolder, ReleaseError, versionOfTag } from './release.ts'

const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')

it('a tag names the version of package.json', () => {
  expect(versionOfTag('v1.2.3', '1.2.3')).toBe('1.2.3')
  for (const tag of ['1.2.3', 'v1.2.4', 'v1.2.3-rc1']) expect(() => versionOfTag(tag, '1.2.3')).toThrow(ReleaseError)
})

it('a release has its dated section in the changelog', () => {
  expect(changesOf(RELEASE, changelog)).toContain('For staff:')
  expect(changesOf(RELEASE, changelog)).not.toMatch(/^## /m)
  for (const [version, text] of [
    ['9.9.9', changelog],
    ['1.0.0', '## 1.0.0 — soon\n\n- A line.\n'],
    ['1.0.0', '## 1.0.0 — 2026-01-02\n\n## 0.9.0 — 2026-01-01\n\n- A line.\n'],
  ] as const)
    expect(() => changesOf(version, text)).toThrow(ReleaseError)
})

it('the same content gives the same archive, whenever and by whomever it was written', () => {
  const folders = [1_000_000, 2_000_000].map((seconds, at) => {
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-release-'))
    mkdirSync(join(folder, 'b'))
    for (const file of at === 0 ? ['b/two', 'one'] : ['one', 'b/two']) {
      writeFileSync(join(folder, file), file)
      chmodSync(join(folder, file), at === 0 ? 0o644 : 0o640)
      utimesSync(join(folder, file), seconds, seconds)
    }
    return folder
  })
  const [first, second] = folders.map(folder => packFolder(folder, 'redoubt-1.2.3', 1_700_000_000))
  expect(createHash('sha256').update(first!).digest('hex')).toBe(createHash('sha256').update(second!).digest('hex'))
  const listed = execFileSync('tar', ['--list', '--gzip'], { input: first, encoding: 'utf8' })
  expect(listed).toContain('redoubt-1.2.3/b/two')
  const folder = folders[0]!
  writeFileSync(join(folder, 'a.tar.gz'), first!)
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf({ 'a.tar.gz': first! }))
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe('a.tar.gz: OK\n')
  for (const each of folders) rmSync(each, { recursive: true })
})
