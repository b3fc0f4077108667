import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { access, freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { attached, csvAnswer, pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { pick } from '#platform/errors.ts'
import { Prize, WINNER_ERRORS } from '../contract.ts'
import { readPrize } from '../queries/prizes.server.ts'
import { readAffidavit } from './affidavit.server.ts'
import { sendTaxForm } from './commands/send-tax-form.server.ts'
import { MiscFileBody, PAPER_ERRORS, TaxForm, TaxFormBody, TaxYear, YearParams } from './contract.ts'
import { readMiscFile, readTaxForm, readTaxYear } from './queries/tax-year.server.ts'
import { readWinnersList } from './winners-list.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
/** Each call renders a page or opens a sealed number. */
const RARE = perMinute(20)

export const papersApi = () =>
  newApi(
    defineRoute('post', '/prizes/{id}/tax-form', access('anyone', RARE), {
      summary:
        'Submit Form W-9 as the winner, signed in or with the key of the link; repeatable until staff have checked it',
      params,
      body: TaxFormBody,
      answers: Prize,
      refuses: [
        pick(PAPER_ERRORS, 'tax_form_not_asked'),
        pick(WINNER_ERRORS, 'answered', 'prize_not_found', 'winner_moved', 'winner_not_found'),
      ],
      handler: async ({ ctx, params, body: { key, ...form } }) => {
        const { id } = await readPrize(ctx, params.id, key)
        await sendTaxForm(ctx, id, form)
        return readPrize(ctx, id, key)
      },
    }),

    defineRoute('get', '/prizes/{id}/affidavit.pdf', access('anyone', RARE), {
      summary: 'Get the affidavit of eligibility and release, for the winner to sign',
      params,
      headers: z.object({ 'prize-key': z.string().max(200).optional() }),
      responses: pdfAnswer,
      refuses: [pick(PAPER_ERRORS, 'affidavit_not_asked'), pick(WINNER_ERRORS, 'prize_not_found', 'winner_not_found')],
      handler: async ({ ctx, params, headers, c }) => {
        const { id, isOwn } = await readPrize(ctx, params.id, headers['prize-key'])
        return c.body(new Uint8Array(await readAffidavit(ctx, id, isOwn)), 200, pdfHeaders('affidavit.pdf'))
      },
    }),

    defineRoute('get', '/admin/winners/{id}/affidavit.pdf', staff('winners.read', RARE), {
      summary: "Get a winner's affidavit, to print and send",
      params: byId,
      responses: pdfAnswer,
      refuses: [pick(PAPER_ERRORS, 'affidavit_not_asked'), pick(WINNER_ERRORS, 'winner_not_found')],
      handler: async ({ ctx, params: { id }, c }) =>
        c.body(new Uint8Array(await readAffidavit(ctx, id, true)), 200, pdfHeaders('affidavit.pdf')),
    }),

    defineRoute('get', '/admin/giveaways/{id}/winners-list.pdf', staff('winners.read', RARE), {
      summary: "Get a giveaway's list of winners for requests by mail; `withholdName=true` omits the name",
      params,
      query: z.strictObject({ withholdName: z.enum(['true', 'false']).default('false') }),
      responses: pdfAnswer,
      refuses: [
        pick(PAPER_ERRORS, 'winners_list_early'),
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start'),
      ],
      handler: async ({ ctx, params, query, c }) => {
        const isNameWithheld = query.withholdName === 'true'
        const list = await readWinnersList(ctx, { giveawayRef: params.id, isNameWithheld })
        return c.body(new Uint8Array(list), 200, pdfHeaders('winners-list.pdf'))
      },
    }),

    defineRoute('get', '/admin/winners/{id}/tax-form', freshStaff('winners.tax', RARE), {
      summary: "Get a winner's tax form with its number; each access is in the audit log",
      params: byId,
      answers: TaxForm,
      refuses: [pick(PAPER_ERRORS, 'tax_form_not_found')],
      handler: ({ ctx, params }) => readTaxForm(ctx, params.id),
    }),

    defineRoute('get', '/admin/tax-years/{year}', staff('winners.tax'), {
      summary: 'List the winners to report for a tax year, with the state of their tax forms',
      params: YearParams,
      answers: TaxYear,
      handler: ({ ctx, params }) => readTaxYear(ctx, params.year),
    }),

    defineRoute('post', '/admin/tax-years/{year}/information-returns', freshStaff('winners.tax', RARE), {
      summary: 'Create the Form 1099-MISC file of a tax year for the IRS intake system',
      params: YearParams,
      body: MiscFileBody,
      responses: csvAnswer,
      refuses: [pick(PAPER_ERRORS, 'nothing_to_report', 'tax_forms_missing')],
      handler: async ({ ctx, params: { year }, body, c }) => {
        const lines = await readMiscFile(ctx, year, body)
        // Without the byte order mark of other files, because the intake compares the first head.
        const headers = attached(`1099-misc-${year}.csv`, 'text/csv; charset=utf-8')
        return c.body(lines.join(''), 200, { ...headers, 'cache-control': 'no-store' })
      },
    }),
  )

export type PapersApi = ReturnType<typeof papersApi>
