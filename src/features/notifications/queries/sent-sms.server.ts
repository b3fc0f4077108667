import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** The length of a sealed text: base64url of 12 bytes of nonce, 16 of tag and the text (platform/seal.server.ts). */
const SEALED_LENGTH = sql.raw(`length(split_part(body, '.', 3)) * 3 / 4 - 28`)

/**
 * Counts the SMS sent in a time span and their segments as carriers count them: 160 characters alone, 153 each in a series. Characters
 * outside GSM-7 count more. Those texts are few, because the shop's own texts have none.
 */
export async function readSentSms(ctx: Context, { from, to }: { from: Date; to: Date }) {
  const { rows } = await sql<{ messages: number; segments: number }>`
    select count(*)::int as messages,
      coalesce(sum(case when length <= 160 then 1 else ceil(length / 153.0) end), 0)::int as segments
    from (select case when body like 'sealed1.%' then ${SEALED_LENGTH} else length(body) end as length, channel, sent_at
      from message) sms
    where channel = 'sms' and sent_at >= ${from} and sent_at < ${to}`.execute(ctx.db)
  return rows[0]!
}
