import { staffRecord } from '#features/audit-log/commands/staff-record.server.ts'
import type { Context } from '#kernel/context.ts'
import { STOREFRONT_TOPIC } from '#kernel/storefront/storefront.ts'
import { ANNOUNCEMENT, type AnnouncementInput } from '../contract.ts'
import { menuAddress } from '../menu-address.ts'

const record = staffRecord('announcement', {
  columns: ANNOUNCEMENT.columns,
  subject: 'announcement',
  label: 'text',
  topic: STOREFRONT_TOPIC,
})

/** The row, with the address as a browser reads it. */
const rowOf = ({ href, ...input }: AnnouncementInput) =>
  ANNOUNCEMENT.columnsOf({ ...input, href: href && menuAddress(href)! })

/** Commands for announcements. A change is public at once, where its time has come. */
export const announcements = {
  create: (ctx: Context, input: AnnouncementInput) => record.create(ctx, rowOf(input)),
  change: (ctx: Context, { id, version, ...input }: AnnouncementInput & { id: string; version?: number | undefined }) =>
    record.change(ctx, { ...rowOf(input), id, version }),
  delete: record.delete,
}
