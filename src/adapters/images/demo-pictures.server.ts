import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#adapters/context.ts'

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

/**
 * Stores the pictures of the demo data like uploads, in the caller's transaction.
 * @returns a lookup of key and alt text by picture name.
 */
export async function storeDemoPictures(ctx: Context, names: Iterable<string>): Promise<DemoPictures> {
  const all: Picture[] = JSON.parse(await readFile(join(FOLDER, 'pictures.json'), 'utf8'))
  const wanted = new Set(names)
  const pictures = new Map(all.filter(({ name }) => wanted.has(name)).map(picture => [picture.name, picture]))
  const keyOf = ({ folder, name }: Picture) => `${folder}/${name}`
  await ctx.db
    .insertInto('picture')
    .values(
      [...pictures.values()].map(p => ({
        key: keyOf(p),
        width: p.width,
        height: p.height,
        placeholder: p.placeholder,
        used_at: ctx.now(),
      })),
    )
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const files = [...pictures.values()].flatMap(picture =>
    picture.widths.flatMap(width =>
      ['avif', 'webp'].map(ending => ({ file: `${keyOf(picture)}-${width}.${ending}`, ending })),
    ),
  )
  await Promise.all(
    files.map(async ({ file, ending }) =>
      ctx.storage.put(file, await readFile(join(FOLDER, 'pictures', file)), `image/${ending}`),
    ),
  )
  return name => {
    const picture = pictures.get(name)
    if (!picture) throw new Error(`The demo data has no picture called ${name}.`)
    return { key: keyOf(picture), alt: picture.alt }
  }
}
