import type { DataContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { ConsentChannel } from '../consents/consent-wording.ts'
import type { ConsentSource } from './record-consent.server.ts'

type KindConsent = {
  /** The user, or the id of a request of a guest, who has no other. */
  subjectId: string
  channel: ConsentChannel
  /** One kind of message of the channel. */
  kind: string
  given: boolean
  wording: { version: string; text: string }
  source: ConsentSource
}

/** Writes a consent to one kind of message, or its withdrawal, to the consent log. The caller's guarded write makes it one. */
export async function recordKindConsent(ctx: DataContext, { subjectId, wording, ...consent }: KindConsent) {
  await ctx.db
    .insertInto('consent_record')
    .values({
      id: newId(),
      user_id: subjectId,
      ...consent,
      wording: wording.text,
      wording_version: wording.version,
      at: ctx.now(),
      ip: ctx.ip,
      user_agent: ctx.userAgent,
    })
    .execute()
}
