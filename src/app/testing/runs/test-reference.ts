import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileText, ROOT } from '../source/repository-files.ts'

const texts = new Map<string, string>()

function textOf(file: string): string {
  const text = texts.get(file) ?? fileText(file)
  texts.set(file, text)
  return text
}

/**
 * Checks a documentation page's reference to its evidence.
 * @param reference `file › title` of a test, where the beginning of the title is enough (`a claim takes…`), or the path of a page or a benchmark.
 * @returns the fault; undefined when the reference is valid.
 */
export function faultOfReference(reference: string): string | undefined {
  const [file = '', title] = reference.split(' › ').map(part => part.replaceAll('`', '').trim())
  if (!existsSync(join(ROOT, file))) return `no file ${file}`
  if (/^(docs|bench)\//.test(file)) return undefined
  if (!/\.test\.tsx?$/.test(file)) return `${file} is no test`
  if (!title) return `no title after ${file}`
  const wanted = title.replace(/…$/, '').replaceAll('\\|', '|')
  // Matches a string that begins with the title; a partial title covers tests generated from a table.
  return ["'", '"', '`'].some(quote => textOf(file).includes(quote + wanted)) ? undefined : `${file} has no "${title}"`
}
