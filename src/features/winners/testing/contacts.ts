import type { TestShop } from '#app/testing/shop.ts'
import { newId } from '#platform/values/ids.server.ts'

let people = 0

/** Gives a drawn winner every kind of contact: account, entry, phone and browser. @returns their recipients. */
export async function giveContacts(shop: TestShop, winner: { id: string; userId: string; email: string }) {
  const { db } = shop.services
  const at = ++people
  const contacts = {
    account: winner.email,
    entry: `entry-${at}@example.com`,
    phone: `+1801555${1000 + at}`,
    push: newId(),
  }
  await db
    .updateTable('users')
    .set({ phone: contacts.phone, push_consent: true })
    .where('id', '=', winner.userId)
    .execute()
  await db.updateTable('giveaway_entry').set({ mail_email: contacts.entry }).where('id', '=', winner.id).execute()
  const endpoint = `https://push.example/${contacts.push}`
  await db
    .insertInto('push_endpoint')
    .values({ id: contacts.push, user_id: winner.userId, endpoint, p256dh: 'key', auth: 'auth' })
    .execute()
  return contacts
}

type Contacts = Awaited<ReturnType<typeof giveContacts>>

/** Runs an act. @returns the new messages by contact. */
export async function messagesOf(shop: TestShop, contacts: Contacts, act: () => Promise<unknown>) {
  const stored = () =>
    shop.services.db.selectFrom('message').select(['id', 'recipient', 'subject', 'body']).orderBy('id').execute()
  const before = new Set((await stored()).map(({ id }) => id))
  await act()
  const made = (await stored()).filter(({ id }) => !before.has(id))
  const to = (recipient: string) =>
    made.filter(message => message.recipient === recipient).map(({ subject, body }) => `${subject}\n${body}`)
  return {
    account: to(contacts.account),
    entry: to(contacts.entry),
    phone: to(contacts.phone),
    push: to(contacts.push),
  }
}
