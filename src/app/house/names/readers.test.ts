import { describe, expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'

const sources = repositoryFiles('src').filter(
  file => /\.tsx?$/.test(file) && !/\.(test|bench)\.tsx?$|\/(testing|tests|house)\//.test(file),
)

type Exported = { file: string; name: string; isAsync: boolean; takesData: boolean; text: string }

/** An exported function: its name, the type of the first parameter, and the text up to the next export. */
const EXPORT =
  /^export (?:const (?<constant>\w+) = (?<arrow>async )?(?:<[^>]*>)?\(|(?<async>async )?function\*? (?<fn>\w+)(?:<[^>]*>)?\()\s*(?<first>[^,)]*)/gm
/** A parameter through which a function reaches the database. */
const DATA = /: (?:Pick<)?(?:Data|Transaction|Request)?Context\b|: Db\b|^\{? ?(?:ctx|tx)\b/

function exportsOf(file: string): Exported[] {
  const text = fileText(file)
  const found = [...text.matchAll(EXPORT)]
  return found.map((match, i) => {
    const { constant, arrow, async: asyncWord, fn, first } = match.groups!
    return {
      file,
      name: (constant ?? fn)!,
      isAsync: Boolean(arrow ?? asyncWord),
      takesData: DATA.test(first!),
      text: text.slice(match.index, found[i + 1]?.index),
    }
  })
}

const exported = sources.flatMap(exportsOf)
const asks = ({ text }: Exported) => /\bdb\b|\.execute\(|sql`|sql</.test(text)
const readers = exported.filter(one => /\/queries(?:\/|\.)/.test(one.file) && one.takesData && one.isAsync)

/** What an exported reader may begin with besides `read`, `find` and `list`: it answers yes or no, refuses, locks, checks or calculates. */
const OTHER_VERBS =
  /^(is|has|are|may|does|takes|reaches|require|refuse|lock|audit|check|export|reseal|quote|price|fit|validate|with|store)[A-Z]/
const ENDS_WITH_QUESTION = /Take(s)?Two(Persons)?$/

describe('Names of functions that read the database', () => {
  it('the search finds exported readers', () => {
    expect(readers.length).toBeGreaterThan(200)
  })

  it('begin with read, find or list', () => {
    const others = readers.filter(
      ({ name }) => !/^(read|find|list)[A-Z]/.test(name) && !OTHER_VERBS.test(name) && !ENDS_WITH_QUESTION.test(name),
    )
    expect(others.map(({ file, name }) => `${file} › ${name}`)).toEqual([])
  })

  it('do not end with Of, which is the name of a pure function', () => {
    const impure = exported.filter(one => one.name.endsWith('Of') && one.takesData && (one.isAsync || asks(one)))
    expect(impure.map(({ file, name }) => `${file} › ${name}`)).toEqual([])
  })
})
