import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { sendMessage } from './commands/send-message.server.ts'
import { notificationsData } from './personal-data.server.ts'

const shop = await testShop()

it('the deletion of an account keeps the messages of another user of the same phone [B-4.52]', async () => {
  const [leaver, other] = [await shop.addUser(), await shop.addUser()]
  const phone = '+18015550123'
  const sms = { channel: 'sms', to: phone, subject: '', text: 'Your order is paid.' } as const
  for (const { userId } of [leaver, other]) await sendMessage(shop.system, { ...sms, userId })
  await sendMessage(shop.system, sms)
  await transact(shop.system, tx => notificationsData.erase(tx, { ...leaver, phone }))
  const kept = shop.services.db.selectFrom('message').select('user_id').where('recipient', '=', phone)
  expect(await kept.execute()).toEqual([{ user_id: other.userId }])
})
