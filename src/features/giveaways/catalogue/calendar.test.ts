import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, addGiveaway } = giving

const calendarOf = (giveaway: { id: string }, as?: TestUser) =>
  shop.call(`/api/giveaways/${giveaway.id}/calendar.ics`, as ? { as } : {})

/** Unfolded lines of a calendar, as a program reads them. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const stampOf = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

describe('the calendar file of a giveaway', () => {
  it('the calendar file has the opening and the closing, with stable UIDs', async () => {
    const giveaway = await addGiveaway({ title: 'Kit', endDate: inDays(5) })
    const { status, headers, text } = await calendarOf(giveaway)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${giveaway.slug}.ics"`)
    const lines = linesOf(text)
    expect(lines).toEqual(expect.arrayContaining([`DTSTART:${stampOf(giveaway.startDate)}`, 'SUMMARY:Kit opens']))
    expect(lines).toEqual(expect.arrayContaining([`DTSTART:${stampOf(giveaway.endDate!)}`, 'SUMMARY:Kit closes']))
    const uids = (from: string) => linesOf(from).filter(line => line.startsWith('UID:'))
    expect(uids(text)).toEqual([`UID:${giveaway.id}-opens@shop.test`, `UID:${giveaway.id}-closes@shop.test`])
    shop.clock.advance(60_000)
    expect(uids((await calendarOf(giveaway)).text)).toEqual(uids(text))
  })

  it('the file escapes user texts, ends every line by CRLF and folds after 75 octets', async () => {
    const title = `Commas, semicolons; back\\slashes ${'ü'.repeat(60)}`
    const { text } = await calendarOf(await addGiveaway({ title, description: 'One line\nand another' }))
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    const lines = linesOf(text)
    expect(lines).toContain(`SUMMARY:Commas\\, semicolons\\; back\\\\slashes ${'ü'.repeat(60)} opens`)
    expect(lines.find(line => line.startsWith('DESCRIPTION:'))).toContain('One line\\nand another')
  })

  it('a giveaway without an end has no closing in the file', async () => {
    const { text } = await calendarOf(await addGiveaway({ endDate: null }))
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it('the file has an earlier opening for members, and does not exist for users who may not see the giveaway', async () => {
    const [user, member] = [await shop.addUser(), await shop.addUser({ subscriber: true })]
    const giveaway = await addGiveaway({ startDate: inDays(1) })
    expect((await calendarOf(giveaway, user)).status).toBe(404)
    expect((await calendarOf(giveaway)).status).toBe(404)
    expect(linesOf((await calendarOf(giveaway, member)).text)).toContain(`DTSTART:${stampOf(giveaway.earlyAccessDate)}`)
  })
})
