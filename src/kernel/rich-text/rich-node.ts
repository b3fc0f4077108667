import { z } from 'zod'
import { TAGS, type Tag } from './allow-list.ts'

/** A text, or an element of the allow-list with what it holds. */
export type RichNode = string | RichElement
export type RichElement = {
  tag: Tag
  /** Of a link. */
  href?: string | undefined
  /** The first number of a numbered list. */
  start?: number | undefined
  children: RichNode[]
}

const RichElement = z
  .object({
    tag: z.enum(TAGS),
    href: z.string().optional(),
    start: z.int().optional(),
    get children(): z.ZodType<RichNode[]> {
      return z.array(RichNode)
    },
  })
  .meta({ id: 'RichElement' })

/** The schema of answers. */
export const RichNode: z.ZodType<RichNode> = z.union([z.string(), RichElement])
