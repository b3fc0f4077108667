import type { Selectable } from 'kysely'
import { toDollars } from '#kernel/values/money.ts'
import type { Giveaway } from '#platform/db/tables.ts'

type Row = Selectable<Giveaway>

/** A giveaway's values for the audit log, under their API names. */
export const valuesOf = (row: Row) => ({
  title: row.title,
  description: row.description,
  tier: row.tier,
  category: row.category,
  value: toDollars(row.value_cents),
  totalSlots: row.total_slots,
  entryLimit: row.entry_limit,
  startDate: row.starts_at.toISOString(),
  endDate: row.ends_at?.toISOString() ?? null,
  earlyAccessDate: row.early_access_at.toISOString(),
  subscriptionVisibilityOnly: row.subscription_visibility_only,
  sendPremiumEmails: row.send_premium_emails,
  sendFreeUserEmails: row.send_free_user_emails,
  sendPremiumSMS: row.send_premium_sms,
  sendFreeUserSMS: row.send_free_user_sms,
  images: row.images,
  imageAlts: row.image_alts,
  isDraft: row.published_at === null,
})

/** The audit log subject of a giveaway. */
export const subjectOf = ({ id, title }: Pick<Row, 'id' | 'title'>) => ({
  type: 'giveaway' as const,
  id,
  label: title,
})
