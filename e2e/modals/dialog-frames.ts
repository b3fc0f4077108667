import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'src/ui/overlays'
const BASE = /from '@base-ui\/react\/(alert-dialog|dialog|drawer)'/

/** The components of `src/ui/overlays` that draw a dialog, by themselves or by another of them: `publish-dialog`. */
export async function listDialogFrames(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.tsx') && !file.includes('.test.'))
  const texts = await Promise.all(files.map(file => readFile(join(FOLDER, file), 'utf8')))
  const sources = files.map((file, at) => ({ name: file.replace('.tsx', ''), text: texts[at]! }))
  const frames = new Set(sources.filter(({ text }) => BASE.test(text)).map(({ name }) => name))
  for (let known = -1; known !== frames.size; ) {
    known = frames.size
    for (const { name, text } of sources)
      if ([...frames].some(frame => text.includes(`from './${frame}.tsx'`))) frames.add(name)
  }
  return [...frames].sort()
}
