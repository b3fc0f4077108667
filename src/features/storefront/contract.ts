import type { Selectable } from 'kysely'
import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { moment, requiredText, text } from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { isoOfShopLocal, shopLocalOf } from '#kernel/values/clock/shop-local.ts'
import { optionalText, requiredLine } from '#kernel/values/inputs/texts.ts'
import { momentInput } from '#kernel/values/shop-day-input.ts'
import type { Announcement as AnnouncementTable } from '#platform/db/tables.ts'
import { menuAddress } from './menu-address.ts'

export const HEADER_ENTRIES = 6
export const FOOTER_ENTRIES = 8
export const MENU_LABEL_LENGTH = 30
export const MENU_ADDRESS_LENGTH = 300

export const NO_MENU_ADDRESS = 'Use an address of the shop, such as /store, or one that begins with https://'

/** The address of a menu, a bar or a button. */
export const addressInput = requiredLine('Please give an address', MENU_ADDRESS_LENGTH).refine(
  href => menuAddress(href) !== undefined,
  NO_MENU_ADDRESS,
)

const MenuEntryInput = strictModel('MenuEntryInput', {
  label: requiredLine('Please name the entry', MENU_LABEL_LENGTH),
  /** A page of the shop, or an address by https. */
  href: addressInput,
})
type Entry = z.output<typeof MenuEntryInput>
const isOnce = (entries: Entry[]) =>
  new Set(entries.map(({ label, href }) => JSON.stringify([label, menuAddress(href)]))).size === entries.length
const entries = (most: number, sentence: string) =>
  z.array(MenuEntryInput).max(most, sentence).refine(isOnce, 'Each entry once')
const MENUS = {
  header: entries(HEADER_ENTRIES, `The header has at most ${HEADER_ENTRIES} entries`).min(
    1,
    'The header needs one entry at least',
  ),
  footer: entries(FOOTER_ENTRIES, `The footer has at most ${FOOTER_ENTRIES} entries of yours`),
}

/** The version that the caller read. If omitted, the change ignores concurrent edits. */
export const readVersion = z.int().min(1).max(1_000_000_000).optional()

/** The body of `PATCH /api/admin/menus`. An omitted menu stays unchanged. */
export const MenusChange = strictModel('MenusChange', {
  header: MENUS.header.optional(),
  footer: MENUS.footer.optional(),
  version: readVersion,
})
export type MenusChange = z.output<typeof MenusChange>

export const entry = z.object({ label: z.string(), href: z.string() })
/** An address of an own page that visitors do not see, with the reason. */
export const hiddenAddress = z.object({ href: z.string(), reason: z.enum(['draft', 'missing']) })

export const AdminMenus = model('AdminMenus', {
  header: z.array(entry),
  footer: z.array(entry),
  /** Addresses of own pages that visitors do not see: these entries are left out of the pages. */
  hidden: z.array(hiddenAddress),
  version: z.int(),
  /** Null before the first change. */
  updatedAt: z.iso.datetime().nullable(),
})
export type AdminMenus = z.infer<typeof AdminMenus>

export const ANNOUNCEMENT_LENGTH = 160

const field = fieldIn<Selectable<AnnouncementTable>>()

/** A moment that is typed by the shop's clock. */
const shopMoment = (label: string) => {
  const kind = moment(label)
  const said = (typed: string) => typed.replace('T', ' ')
  return {
    ...kind,
    shown: z.iso.datetime(),
    input: momentInput(`${label} is required`),
    initial: undefined,
    toStore: (value: string) => new Date(value),
    fromStore: (stored: Date) => stored.toISOString(),
    typedOf: (value: string) => shopLocalOf(new Date(value)),
    valueOf: (typed: string) => (typed === '' ? '' : isoOfShopLocal(typed)),
    said,
  }
}

/** The one description of an announcement's fields. */
export const ANNOUNCEMENT = fieldTable({
  text: field('text', {
    ...requiredText('Text', ANNOUNCEMENT_LENGTH),
    input: requiredLine('Please write the announcement', ANNOUNCEMENT_LENGTH),
  }),
  href: field(
    'href',
    {
      ...text('Leads to', MENU_ADDRESS_LENGTH),
      input: optionalText(MENU_ADDRESS_LENGTH).refine(
        href => href === '' || menuAddress(href) !== undefined,
        NO_MENU_ADDRESS,
      ),
    },
    { hint: 'An address of the shop or one by https. Empty: a text alone.' },
  ),
  beginsAt: field('begins_at', shopMoment('Begin')),
  endsAt: field('ends_at', shopMoment('End')),
})

const isForward = ({ beginsAt, endsAt }: { beginsAt: string; endsAt: string }) =>
  Date.parse(endsAt) > Date.parse(beginsAt)
const BACKWARD = { path: ['endsAt'], error: 'The end is after the begin' }

export const AnnouncementBody = strictModel('AnnouncementBody', ANNOUNCEMENT.input).refine(isForward, BACKWARD)
export type AnnouncementInput = z.output<typeof AnnouncementBody>
export const AnnouncementChange = strictModel('AnnouncementChange', {
  ...ANNOUNCEMENT.input,
  version: readVersion,
}).refine(isForward, BACKWARD)

export const AdminAnnouncement = model('Announcement', {
  id: z.string(),
  ...ANNOUNCEMENT.shown,
  /** `shown` for the one that visitors see: of several under way, the one that began last. */
  state: z.enum(['scheduled', 'shown', 'covered', 'over']),
  version: z.int(),
  updatedAt: z.iso.datetime(),
})
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>
export const AnnouncementQuery = z.strictObject(PAGE_QUERY)
export const AnnouncementList = model('AnnouncementList', {
  announcements: z.array(AdminAnnouncement),
  nextCursor: z.string().nullable(),
})
