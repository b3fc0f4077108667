import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call, callForFile } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { PapersApi } from '../api.server.ts'
import { MiscFileBody, type TaxYear } from '../contract.ts'

const years = () => clientOf<PapersApi>().admin['tax-years'][':year']
const YEARS = 5

/** Whom the shop reports for a year, and the file of Form 1099-MISC for the intake of the IRS. */
export function TaxYearDialog({ onClose }: { onClose: () => void }) {
  const now = new Date().getUTCFullYear()
  const [year, setYear] = useState(String(now))
  const list = useQuery({
    queryKey: ['admin-winners', 'tax-year', year],
    queryFn: () => call(years().$get({ param: { year } })),
  })
  return (
    <Dialog onOpenChange={onClose} title="Tax year" size="lg">
      <div className="flex flex-col gap-6">
        <SelectField
          label="Year"
          className="w-full sm:w-40"
          value={year}
          onChange={({ target }) => setYear(target.value)}
          options={Array.from({ length: YEARS }, (_, back) => ({
            value: String(now - back),
            label: String(now - back),
          }))}
        />
        <QueryBody query={list} failed="Failed to load the year" loading={<SkeletonText lines={5} />}>
          {data => <Year key={year} data={data} />}
        </QueryBody>
      </div>
    </Dialog>
  )
}

const dollars = (value: number) => formatMoney(toCents(value))

function Year({ data: { year, reportedFrom, people } }: { data: TaxYear }) {
  if (people.length === 0)
    return (
      <p>
        No winner reached {dollars(reportedFrom)} in {year}.
      </p>
    )
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {people.map(({ name, email, total, prizes, signedAt }) => (
          <li key={prizes[0]!.winnerId} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-muted text-sm">{email}</span>
            </span>
            <span className="tabular-nums">{dollars(total)}</span>
            <span className={signedAt ? 'basis-full text-muted text-sm' : 'basis-full text-danger text-sm'}>
              {prizes.map(({ title }) => title).join(', ')} ·{' '}
              {signedAt ? `form signed ${formatShopDay(signedAt)}` : 'no tax form'}
            </span>
          </li>
        ))}
      </ul>
      <MiscFile year={year} isWhole={people.every(({ signedAt }) => signedAt)} />
    </>
  )
}

const EMPTY = { name: '', ein: '', line1: '', city: '', state: '', postalCode: '', phone: '', leaveOutMissing: false }

function MiscFile({ year, isWhole }: { year: number; isWhole: boolean }) {
  const { busy, problem, run } = useSubmit()
  const form = useForm(EMPTY, values => errorsOf(MiscFileBody, values))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = MiscFileBody.parse(form.values)
    void run(async () => {
      const file = await reauthenticated(() =>
        callForFile(years()['information-returns'].$post({ param: { year: String(year) }, json })),
      )
      saveFile(`1099-misc-${year}.csv`, file)
    }, 'The file could not be made. Please try again.')
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-4">
      <h3 className="text-lg">The payer on the form</h3>
      <FormError>{problem}</FormError>
      <div className="grid gap-4 sm:grid-cols-6">
        <TextField
          {...form.text('name')}
          label="Company"
          className="sm:col-span-4"
          autoComplete="organization"
          required
        />
        <TextField
          {...form.text('ein')}
          label="EIN"
          className="sm:col-span-2"
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <TextField
          {...form.text('line1')}
          label="Street"
          className="sm:col-span-6"
          autoComplete="street-address"
          required
        />
        <TextField
          {...form.text('city')}
          label="City"
          className="sm:col-span-3"
          autoComplete="address-level2"
          required
        />
        <TextField
          {...form.text('state')}
          label="State"
          className="sm:col-span-1"
          autoComplete="address-level1"
          maxLength={2}
          required
        />
        <TextField
          {...form.text('postalCode')}
          label="ZIP Code"
          className="sm:col-span-2"
          autoComplete="postal-code"
          required
        />
        <TextField
          {...form.text('phone')}
          label="Phone"
          type="tel"
          className="sm:col-span-3"
          autoComplete="tel"
          required
        />
      </div>
      {!isWhole && <CheckboxField {...form.box('leaveOutMissing')} label="Leave out winners without a form" />}
      <p className="text-muted text-sm">
        The file holds taxpayer numbers. Upload it to the IRS and delete it. This software is no tax adviser.
      </p>
      <Button type={form.submitType} icon="download" busy={busy} busyText="Preparing..." className="self-start">
        Save the 1099-MISC file
      </Button>
    </form>
  )
}
