import { randomBytes } from 'node:crypto'
import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { type KeptReceipt, verifyBundle } from '@redoubt/draw/verify.ts'
import { describe, expect, it } from 'vitest'
import { openRegister } from '#features/free-entry/testing/register.ts'
import { mailReceipts } from '#features/giveaways/entries/commands/mail-receipts.server.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'

const register = await openRegister()
const { shop, asAdmin, addGiveaway, enter, drawnNow, inDays, tend, type } = register

const nonce = () => randomBytes(16).toString('hex')

type Mail = Awaited<ReturnType<typeof shop.outbox>>[number]
const mailsTo = async (email: string, subject: string): Promise<Mail[]> =>
  (await shop.outbox(email)).filter(mail => mail.subject === subject)
/** The receipts of an e-mail's files, as a verifier reads them. */
const receiptsIn = ({ attachments }: Mail): KeptReceipt[] =>
  attachments.map(({ text }) => {
    const { format, receipt, secret, nonces, key } = JSON.parse(text)
    expect(format).toBe('redoubt-receipt/2')
    return { receipt, holderSecret: secret, vkey: key, ...(nonces && { nonces }) }
  })

/** All claims become leaves, and the quiet time passes. */
async function receiptsLeave() {
  await tend()
  shop.clock.advance(3 * 60_000)
  await mailReceipts(shop.system)
}

describe('the e-mail of an entry', () => {
  it('is not sent for an entry that was taken out within minutes, and waits for the pause of a user who picks slot by slot [B-16.16]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 9 } })
    const giveaway = await addGiveaway({ title: 'Quiet Kit' })
    // Auto-entry of this giveaway is over before the member of the next test comes.
    await shop.settleJobs()
    await enter(giveaway, user, { slots: [7] })
    await tend()
    await mailReceipts(shop.system)
    expect(await mailsTo(user.email, 'Your receipt: Quiet Kit')).toEqual([])
    await enter(giveaway, user, { slots: [8] })
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/7`, { reason: 'A test' }, 'DELETE')
    await receiptsLeave()
    const [mail, ...more] = await mailsTo(user.email, 'Your receipt: Quiet Kit')
    expect(more).toEqual([])
    expect(mail!.attachments).toMatchObject([{ name: `redoubt-receipt-${giveaway.slug}-8.json` }])
  })

  it('carries the receipt of each kind of entry as a file that proves the entry after the draw [B-16.13] [B-16.16] [B-19.12] [B-20.15]', async () => {
    const member = await shop.addUser({ subscriber: true, credits: { Bronze: 1 } })
    await shop.call('/api/my/auto-entry', { as: member, json: { enabled: true } })
    const giveaway = await addGiveaway({ title: 'Receipt Kit', totalSlots: 60, startDate: inDays(0.005) })
    await shop.settleJobs()
    const [user, other] = [
      await shop.addUser({ subscriber: true, credits: { Bronze: 9 } }),
      await shop.addUser({ subscriber: true, credits: { Bronze: 1 } }),
    ]
    const [auto] = (await shop.call('/api/my/entries', { as: member })).json.entries
    const slots = [1, 2, 3, 4, 5].filter(slot => slot !== auto.slotNumber)
    const nonces = [nonce(), nonce()]
    const claim = async (as: typeof user, json: object) => {
      shop.clock.advance(1000)
      const answer = await enter(giveaway, as, json)
      expect(answer.status, answer.text).toBe(200)
      return answer
    }
    const claims = [
      await claim(user, { slots: slots.slice(0, 2), marks: nonces.map(markOf) }),
      await claim(user, { slots: [slots[2]] }),
    ]
    await claim(other, { slots: [slots[3]] })
    shop.clock.advance(8 * 60_000)
    expect((await type(giveaway, { email: 'card@example.com' })).status).toBe(200)
    await receiptsLeave()
    await Promise.all([mailReceipts(shop.system), mailReceipts(shop.system)])

    const own = await mailsTo(user.email, 'Your receipt: Receipt Kit')
    expect(own).toHaveLength(1)
    expect(own[0]!.text).toContain(`slots ${slots.slice(0, 3).join(', ')}`)
    // Byte for byte the receipts that the claims were answered with.
    expect(receiptsIn(own[0]!).map(({ receipt }) => receipt)).toEqual(claims.map(({ json }) => json.receipt))
    for (const { json } of claims) expect(own[0]!.text).toContain(json.receipt.trim())
    const deadline = formatMoment(new Date(Number(/^by (\d+)$/m.exec(claims[0]!.json.receipt)![1])))
    expect(own[0]!.text).toContain(`the proof of the entry is public by ${deadline}.`)
    expect(own[0]!.text).toContain((await shop.call('/api/log/checkpoint')).text.trim().split('\n')[0])

    await shop.settleJobs()
    await drawnNow(giveaway)
    const bundle = (await shop.call(`/api/giveaways/${giveaway.id}/draw.json`)).text
    const provenIn = (mails: Mail[]) =>
      mails.flatMap(receiptsIn).map(receipt => {
        const { steps, ok } = verifyBundle(bundle, { receipt })
        return ok ? steps.find(({ step }) => step === 12)!.sentence : JSON.stringify(steps.filter(step => !step.ok))
      })
    expect(provenIn(own)).toEqual([
      `You are in: numbers ${slots[0]}, ${slots[1]}, as your receipt says.`,
      `You are in: number ${slots[2]}, as your receipt says.`,
    ])
    expect(provenIn(await mailsTo(other.email, 'Your receipt: Receipt Kit'))).toEqual([
      `You are in: number ${slots[3]}, as your receipt says.`,
    ])
    expect(provenIn(await mailsTo(member.email, 'You are in: Receipt Kit'))).toEqual([
      `You are in: number ${auto.slotNumber}, as your receipt says.`,
    ])
    expect(provenIn(await mailsTo('card@example.com', 'Your free entry: Receipt Kit'))).toEqual([
      'You are in: number 61, as your receipt says.',
    ])
    // The nonce of the shop's own marks is in the file; the browser's is not.
    expect(receiptsIn(own[0]!).map(({ nonces }) => nonces?.length)).toEqual([undefined, 1])
  })
})
