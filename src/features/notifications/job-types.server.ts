import { z } from 'zod'
import type { Channel } from '#kernel/ports/messages.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'

export const CHANNELS: readonly Channel[] = ['email', 'sms', 'push']

const oneMessage = { messageId: z.uuid() }

/** The job that delivers one message of a channel that the shop owes: a code, a receipt. */
export const DELIVER = {
  email: defineJob('deliver-email', oneMessage),
  sms: defineJob('deliver-sms', oneMessage),
  push: defineJob('deliver-push', oneMessage),
}

/** The job that delivers one message that its recipient can refuse. A queue of its own, so that a million of them delay no receipt. */
export const DELIVER_OPTIONAL = {
  email: defineJob('deliver-optional-email', oneMessage),
  sms: defineJob('deliver-optional-sms', oneMessage),
  push: defineJob('deliver-optional-push', oneMessage),
}

/** The job that delivers all due messages of a channel. */
export const DELIVER_DUE = {
  email: defineJob('deliver-due-emails'),
  sms: defineJob('deliver-due-sms'),
  push: defineJob('deliver-due-pushes'),
}

/** The job that unticks SMS flags of older releases after STOP. */
export const UNTICK_STOPPED = defineJob('untick-stopped')

/** The job that delivers a message at its time: owed messages, which have no kind, and optional ones wait in lines of their own. */
export const deliveryJobOf = ({ channel, kind }: { channel: string; kind: string | null }) =>
  (kind === null ? DELIVER : DELIVER_OPTIONAL)[channel as Channel]
