import { useMutation } from '@tanstack/react-query'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { PapersApi } from '../api.server.ts'
import type { TaxForm } from '../contract.ts'

const WORDS = { ssn: 'Social Security number', itin: 'Taxpayer number (ITIN)' }

/** Shows a winner's tax form to an owner who has just reauthenticated. */
export function ShowTaxForm({ winnerId }: { winnerId: string }) {
  const form = useMutation({
    mutationFn: () =>
      reauthenticated(() =>
        call(clientOf<PapersApi>().admin.winners[':id']['tax-form'].$get({ param: { id: winnerId } })),
      ),
    gcTime: 0,
  })
  return (
    <>
      <Button variant="secondary" size="sm" icon="shield" mutation={form}>
        Show the form
      </Button>
      {form.error && !(form.error instanceof NotReauthenticated) && (
        <div className="basis-full">
          <FormError>{form.error.message}</FormError>
        </div>
      )}
      <Dialog open={form.data !== undefined} onOpenChange={() => form.reset()} title="Form W-9" size="sm">
        {form.data && <Facts form={form.data} />}
      </Dialog>
    </>
  )
}

const Facts = ({ form }: { form: TaxForm }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
    {[
      ['Name', `${form.firstName} ${form.lastName}`],
      [WORDS[form.numberKind], form.number.replace(/(...)(..)(....)/, '$1-$2-$3')],
      ['Backup withholding', form.isBackupWithheld ? 'Yes' : 'No'],
      ['Signed', `${form.signedAs}, ${formatShopDay(form.signedAt)}`],
    ].map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
