import { access, byId, defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { attached, csvAnswer, pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { Prize } from '../contract.ts'
import { prizeOf } from '../queries/prizes.server.ts'
import { affidavitOf } from './affidavit.server.ts'
import { sendTaxForm } from './commands/send-tax-form.server.ts'
import { MiscFileBody, TaxForm, TaxFormBody, TaxYear, YearParams } from './contract.ts'
import { miscFileOf, taxFormOf, taxYearOf } from './queries/tax-year.server.ts'
import { winnersListOf } from './winners-list.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
/** Each call renders a page or opens a sealed number. */
const RARE = perMinute(20)

const send = defineRoute('post', '/prizes/{id}/tax-form', access('anyone', RARE), {
  summary:
    'Submit Form W-9 as the winner, signed in or with the key of the link; repeatable until staff have checked it',
  params,
  body: TaxFormBody,
  answers: Prize,
})

const affidavit = defineRoute('get', '/prizes/{id}/affidavit.pdf', access('anyone', RARE), {
  summary: 'Get the affidavit of eligibility and release, for the winner to sign',
  params,
  headers: z.object({ 'prize-key': z.string().max(200).optional() }),
  responses: pdfAnswer,
})

const staffAffidavit = defineRoute('get', '/admin/winners/{id}/affidavit.pdf', staff('winners.read', RARE), {
  summary: "Get a winner's affidavit, to print and send",
  params: byId,
  responses: pdfAnswer,
})

const winnersList = defineRoute('get', '/admin/giveaways/{id}/winners-list.pdf', staff('winners.read', RARE), {
  summary: "Get a giveaway's list of winners for requests by mail; `withholdName=true` omits the name",
  params,
  query: z.strictObject({ withholdName: z.enum(['true', 'false']).default('false') }),
  responses: pdfAnswer,
})

const read = defineRoute('get', '/admin/winners/{id}/tax-form', freshStaff('winners.tax', RARE), {
  summary: "Get a winner's tax form with its number; each access is in the audit log",
  params: byId,
  answers: TaxForm,
})

const year = defineRoute('get', '/admin/tax-years/{year}', staff('winners.tax'), {
  summary: 'List the winners to report for a tax year, with the state of their tax forms',
  params: YearParams,
  answers: TaxYear,
})

const file = defineRoute('post', '/admin/tax-years/{year}/information-returns', freshStaff('winners.tax', RARE), {
  summary: 'Create the Form 1099-MISC file of a tax year for the IRS intake system',
  params: YearParams,
  body: MiscFileBody,
  responses: csvAnswer,
})

export const papersApi = () =>
  newApi()
    .openapi(send, async c => {
      const { key, ...form } = c.req.valid('json')
      const { id } = await prizeOf(c.var.ctx, c.req.valid('param').id, key)
      await sendTaxForm(c.var.ctx, id, form)
      return c.json(await prizeOf(c.var.ctx, id, key), 200)
    })
    .openapi(affidavit, async c => {
      const { id, isOwn } = await prizeOf(c.var.ctx, c.req.valid('param').id, c.req.valid('header')['prize-key'])
      return c.body(new Uint8Array(await affidavitOf(c.var.ctx, id, isOwn)), 200, pdfHeaders('affidavit.pdf'))
    })
    .openapi(staffAffidavit, async c => {
      const { id } = c.req.valid('param')
      return c.body(new Uint8Array(await affidavitOf(c.var.ctx, id, true)), 200, pdfHeaders('affidavit.pdf'))
    })
    .openapi(winnersList, async c => {
      const isNameWithheld = c.req.valid('query').withholdName === 'true'
      const list = await winnersListOf(c.var.ctx, { giveawayRef: c.req.valid('param').id, isNameWithheld })
      return c.body(new Uint8Array(list), 200, pdfHeaders('winners-list.pdf'))
    })
    .openapi(read, async c => c.json(await taxFormOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(year, async c => c.json(await taxYearOf(c.var.ctx, c.req.valid('param').year), 200))
    .openapi(file, async c => {
      const { year } = c.req.valid('param')
      const lines = await miscFileOf(c.var.ctx, year, c.req.valid('json'))
      // Without the byte order mark of other files, because the intake compares the first head.
      const headers = attached(`1099-misc-${year}.csv`, 'text/csv; charset=utf-8')
      return c.body(lines.join(''), 200, { ...headers, 'cache-control': 'no-store' })
    })

export type PapersApi = ReturnType<typeof papersApi>
