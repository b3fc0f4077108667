import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { optionalText, requiredLine, requiredText } from '#kernel/values/inputs/texts.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'
import { addressInput, entry, hiddenAddress, MENU_LABEL_LENGTH, readVersion } from './contract.ts'
import { homeProblems } from './home-rules.ts'

export const HOME_ERRORS = {
  no_home_draft: conflict('The home page has no draft. What it shows is public already.'),
} as const satisfies ErrorTable

export const HEADLINE_LENGTH = 80
export const HOME_TEXT_LENGTH = 400
export const ALT_LENGTH = 200
export const HOME_BUTTONS = 2
/** Several times the sections of this release. */
const MOST = 40

const headline = requiredText('Please write the headline', HEADLINE_LENGTH)
const text = optionalText(HOME_TEXT_LENGTH)
const id = z.string().max(40)

const Section = strictModel('HomeSectionInput', {
  id,
  isShown: z.boolean().default(true),
  headline: headline.optional(),
  text: text.optional(),
  /** Null shows the shop's own picture. */
  picture: z
    .strictObject({
      /** `image` of an upload's answer. */
      image: z.string().regex(/^s3:home\/[A-Za-z0-9_-]{1,200}$/, 'Upload the picture first.'),
      alt: requiredLine('Please say what the picture shows', ALT_LENGTH),
    })
    .nullable()
    .optional(),
  buttons: z
    .array(z.strictObject({ label: requiredLine('Please name the button', MENU_LABEL_LENGTH), href: addressInput }))
    .max(HOME_BUTTONS, `A section has at most ${HOME_BUTTONS} buttons`)
    .optional(),
  items: z
    .array(z.strictObject({ id, headline: headline.optional(), text: text.optional() }))
    .max(MOST)
    .optional(),
})

/** The body of `PUT /api/admin/home`: each section once, from top to bottom. An omitted field has the shipped words. */
export const HomeDraftBody = strictModel('HomeDraft', {
  sections: z.array(Section).max(MOST, { error: `The home page has at most ${MOST} sections`, abort: true }),
  version: readVersion,
}).superRefine(({ sections }, check) => {
  for (const { path, sentence } of homeProblems(sections)) check.addIssue({ code: 'custom', path, message: sentence })
})
export type HomeDraftBody = z.output<typeof HomeDraftBody>

export const HomeVersionBody = strictModel('HomePublication', { version: readVersion })
export const HomeVersionQuery = z.strictObject({
  version: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
})

const HomeSectionShown = model('HomeSection', {
  id: z.enum(['hero', 'facts', 'steps', 'giveaways', 'products', 'benefits', 'closing']),
  isShown: z.boolean(),
  headline: z.string().optional(),
  text: z.string().optional(),
  picture: z.object({ image: z.string(), src: z.string(), alt: z.string() }).nullable().optional(),
  buttons: z.array(entry).optional(),
  items: z.array(z.object({ id: z.string(), headline: z.string().optional(), text: z.string().optional() })).optional(),
})

/** Null: the shop's own home page. */
export const PublicHome = model('PublicHome', { sections: z.array(HomeSectionShown).nullable() })
export type PublicHome = z.infer<typeof PublicHome>

export const AdminHome = model('AdminHome', {
  /** The draft; what is public while there is none. */
  sections: z.array(HomeSectionShown),
  published: z.array(HomeSectionShown),
  hasDraft: z.boolean(),
  /** Addresses of own pages that visitors do not see: buttons to them are left out of the page. */
  hidden: z.array(hiddenAddress),
  version: z.int(),
  /** Null before the first change. */
  updatedAt: z.iso.datetime().nullable(),
})
export type AdminHome = z.infer<typeof AdminHome>
