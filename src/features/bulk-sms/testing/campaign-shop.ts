import { testShop } from '#app/testing/shop.ts'
import type { TestUser, UserOptions } from '#app/testing/users.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import { deliverDueMessages } from '#features/notifications/delivery/deliver-messages.server.ts'
import { openTwilio } from '#features/notifications/testing/providers.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { enqueueCampaignBatch, startCampaign } from '../commands/campaigns.server.ts'
import { readReport } from '../queries/campaigns.server.ts'

/** 11:00 in Utah. */
export const MORNING = new Date('2026-03-02T18:00:00Z')

/** A shop with an SMS provider on this machine, in which only the test enqueues and delivers. It closes after the test. */
export async function openCampaignShop() {
  const twilio = await openTwilio()
  const shop = await testShop({ connections: 20, now: MORNING, env: twilio.env })
  let number = 1000
  /** The shop's context without jobs. */
  const still = (): Context => ({ ...shop.system, jobs: { ...shop.system.jobs, enqueue: async () => {} } })

  async function setPhone({ userId }: TestUser, phone: string): Promise<void> {
    await shop.services.db.updateTable('users').set({ phone }).where('id', '=', userId).execute()
    await transact(shop.system, tx => recordConsent(tx, { userId, channel: 'sms', given: true, source: 'profile' }))
  }
  async function addOptedIn(options: UserOptions & { phone?: string; timeZone?: string } = {}) {
    const user = await shop.addUser(options)
    const phone = options.phone ?? `+1801556${number++}`
    await setPhone(user, phone)
    if (options.timeZone) {
      const preferences = { user_id: user.userId, time_zone: options.timeZone }
      await shop.services.db.insertInto('notification_preference').values(preferences).execute()
    }
    return { ...user, phone }
  }
  return {
    shop,
    twilio,
    still,
    setPhone,
    addOptedIn,
    addMany: (count: number) => Promise.all(Array.from({ length: count }, () => addOptedIn())),
    /** Starts a campaign and enqueues its messages; nothing is delivered yet. Returns the campaign's id. */
    async queue(people: readonly TestUser[], message: string): Promise<string> {
      const ids = people.map(({ userId }) => userId)
      const campaignId = await startCampaign(still(), { to: 'selected', ids, filter: {}, message })
      await enqueueCampaignBatch(still(), { campaignId, from: null })
      return campaignId
    },
    deliver: (ctx = still()) => deliverDueMessages(ctx, 'sms'),
    report: (id: string) => readReport(shop.system, id),
  }
}
