import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, DataContext } from '#kernel/context.ts'

const FOLDER = join(import.meta.dirname, '../../../db/demo')

type Picture = {
  name: string
  folder: string
  widths: number[]
  width: number
  height: number
  alt: string
  placeholder: string
}

export type DemoPictures = (name: string) => { key: string; alt: string }

async function demoPictures(names: Iterable<string>): Promise<Picture[]> {
  const all: Picture[] = JSON.parse(await readFile(join(FOLDER, 'pictures.json'), 'utf8'))
  const wanted = new Set(names)
  return all.filter(({ name }) => wanted.has(name))
}

const keyOf = ({ folder, name }: Picture) => `${folder}/${name}`

/** Stores the files of these demo pictures like uploads. */
export async function storeDemoFiles({ storage }: Pick<Context, 'storage'>, names: Iterable<string>): Promise<void> {
  const files = (await demoPictures(names)).flatMap(picture =>
    picture.widths.flatMap(width =>
      ['avif', 'webp'].map(ending => ({ file: `${keyOf(picture)}-${width}.${ending}`, ending })),
    ),
  )
  await Promise.all(
    files.map(async ({ file, ending }) =>
      storage.put(file, await readFile(join(FOLDER, 'pictures', file)), `image/${ending}`),
    ),
  )
}

/**
 * Inserts the rows of these demo pictures.
 * @returns a lookup of key and alt text by picture name.
 */
export async function insertDemoPictures(ctx: DataContext, names: Iterable<string>): Promise<DemoPictures> {
  const pictures = await demoPictures(names)
  await ctx.db
    .insertInto('picture')
    .values(
      pictures.map(p => ({
        key: keyOf(p),
        width: p.width,
        height: p.height,
        placeholder: p.placeholder,
        used_at: ctx.now(),
      })),
    )
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  return name => {
    const picture = pictures.find(one => one.name === name)
    if (!picture) throw new Error(`The demo data has no picture called ${name}.`)
    return { key: keyOf(picture), alt: picture.alt }
  }
}
