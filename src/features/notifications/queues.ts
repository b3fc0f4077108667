import type { Channel } from '#adapters/messages/port.ts'

export const CHANNELS: readonly Channel[] = ['email', 'sms', 'push']

/** The queue that delivers one message of a channel. */
export const QUEUES = { email: 'deliver-email', sms: 'deliver-sms', push: 'deliver-push' } as const satisfies Record<
  Channel,
  string
>

/** The queue that delivers all due messages of a channel. */
export const DUE_QUEUES = {
  email: 'deliver-due-emails',
  sms: 'deliver-due-sms',
  push: 'deliver-due-pushes',
} as const satisfies Record<Channel, string>
