import { z } from 'zod'
import { checkedText } from '#features/reviews/contract.ts'
import { plainLine, plainText } from '#features/reviews/rules.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { NAME_LENGTH, STORY_STATUSES, WORDS_LENGTH } from './rules.ts'

export const GALLERY_ERRORS = {
  story_too_early: conflict('You can tell about your prize once it is on its way to you.'),
  story_not_found: notFound('Story not found'),
} as const satisfies ErrorTable

const Photo = z.object({
  image: z.string(),
  /** URL without width and extension, as of a product's picture. */
  src: z.string(),
  placeholder: z.string(),
})

/** A winner as the public sees one: nothing but what the winner agreed to. */
export const WinnerStory = model('WinnerStory', {
  id: z.string(),
  name: z.string(),
  /** The state's name; null when the winner does not want it shown. */
  state: z.string().nullable(),
  words: z.string(),
  photo: Photo.nullable(),
  giveaway: z.object({ title: z.string(), slug: z.string(), tier: z.enum(TIERS), value: z.number() }),
})
export type WinnerStory = z.infer<typeof WinnerStory>

export const WinnerStoriesQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(12),
  cursor: z.string().max(200).optional(),
})
export type WinnerStoriesQuery = z.infer<typeof WinnerStoriesQuery>
export const WinnerStories = model('WinnerStories', {
  stories: z.array(WinnerStory),
  nextCursor: z.string().nullable(),
})
export type WinnerStories = z.infer<typeof WinnerStories>

export const StoryInput = strictModel('WinnerStoryInput', {
  name: checkedText(plainLine, 'Name', NAME_LENGTH),
  words: checkedText(plainText, 'Your story', WORDS_LENGTH),
  showsState: z.boolean(),
  /** A reference that an upload answered. */
  photo: z.string().max(300).nullable().default(null),
  consent: z.literal(true, ifMissing('Please agree, or leave without sending.')),
})
export type StoryInput = z.infer<typeof StoryInput>

/** The caller's story of a prize, or what a new one begins with. */
export const MyStory = model('MyWinnerStory', {
  mayWrite: z.boolean(),
  suggestedName: z.string(),
  /** Of the address of the prize. */
  state: z.string().nullable(),
  story: z
    .object({
      name: z.string(),
      words: z.string(),
      showsState: z.boolean(),
      photo: Photo.nullable(),
      status: z.enum(STORY_STATUSES),
      refusalReason: z.string().nullable(),
    })
    .nullable(),
})
export type MyStory = z.infer<typeof MyStory>

export const StaffStoriesQuery = z.strictObject({
  ...PAGE_QUERY,
  status: z.enum(STORY_STATUSES).default('pending'),
})
export type StaffStoriesQuery = z.infer<typeof StaffStoriesQuery>

export const StaffStory = WinnerStory.extend({
  winnerId: z.string(),
  version: z.int(),
  status: z.enum(STORY_STATUSES),
  refusalReason: z.string().nullable(),
  writtenAt: z.iso.datetime(),
}).meta({ id: 'StaffWinnerStory' })
export type StaffStory = z.infer<typeof StaffStory>
export const StaffStories = model('StaffWinnerStories', {
  stories: z.array(StaffStory),
  nextCursor: z.string().nullable(),
})

/** The version that staff read, so that they never decide about another wording. */
const version = z.int().min(1)
export const ShowBody = strictModel('ShowWinnerStory', { version })
export const RefuseBody = strictModel('RefuseWinnerStory', { version, reason: Reason })
