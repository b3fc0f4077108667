import { accentTonesOf } from '../brand/accent-tones.ts'
import { isShippedMark, paperKeyOf } from '../brand/brand-picture.ts'
import type { Context } from '../context.ts'

/** What the head of a paper shows of the brand. */
export type PaperBrand = {
  name: string
  /** The PNG of the logo, which stands in place of the name, or of the mark beside it. */
  picture?: { png: Uint8Array; isLogo: boolean } | undefined
  /** The shipped mark is drawn. */
  hasShippedMark: boolean
  /** The colour of the mark. */
  accent: string
}

/** Reads the brand for a paper, whose ground is light. */
export async function readPaperBrand({
  settings,
  storage,
}: Pick<Context, 'settings' | 'storage'>): Promise<PaperBrand> {
  const { name, logoLight, mark, accent } = settings.brand
  const key = paperKeyOf(logoLight ?? mark ?? '')
  const file = key ? await storage.get(key) : undefined
  return {
    name,
    ...(file && { picture: { png: file.body, isLogo: logoLight !== null } }),
    hasShippedMark: isShippedMark(mark),
    accent: (await accentTonesOf(accent)).light.text,
  }
}
