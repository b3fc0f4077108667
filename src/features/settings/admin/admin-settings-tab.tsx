import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { OpenProposals } from '#features/proposals/admin/open-proposals.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import type { SettingsEffect as Effect, SettingsChange } from '../contract.ts'
import { SenderChecks } from './sender-checks.tsx'
import { FIELDS, LABELS, SECTIONS, type SettingSection } from './setting-sections.ts'
import { formStateOf } from './settings-form-state.ts'
import { SettingsSection } from './settings-section.tsx'
import { ADMIN_SETTINGS, type ShownSettings, settingsClient, useSettingsForm } from './use-settings-form.ts'

/** `/admin?tab=settings`: all settings, and who set them. */
export function AdminSettingsTab() {
  const read = useQuery({
    queryKey: [ADMIN_SETTINGS],
    queryFn: () => call(settingsClient.$get()),
    refetchOnWindowFocus: false,
  })
  return (
    <QueryBody query={read} loading={<SkeletonText lines={12} />}>
      {stored => <SettingsForm stored={stored} />}
    </QueryBody>
  )
}

function SettingsForm({ stored }: { stored: ShownSettings }) {
  const mayChange = useRight('settings.change')
  const form = useSettingsForm(stored)
  const usual = useMemo(() => formStateOf(stored.defaults), [stored])
  const { changed, change, current, errors, isSaving, problem } = form
  const names = changed.map(name => LABELS[name]!)
  const isChanged = ({ fields }: SettingSection) => fields.some(({ name }) => changed.includes(name))
  const lastChanged = SECTIONS.findLast(isChanged)
  const unsaved = useUnsaved(names, form.discard)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (changed.length > 0 && !form.conflict) form.save()
  }
  const trialsOf = (section: SettingSection) => {
    if (section.id === 'sender') return <SenderChecks isChanged={isChanged(section)} mayChange={mayChange} />
    return section.id === 'shipping' && <ZonesLink />
  }
  // In the order of the form, with the label, because several number fields share one error sentence.
  const problems = FIELDS.flatMap(({ name, label }) =>
    errors[name] ? [{ field: `setting-${name}`, message: `${label}: ${errors[name]}` }] : [],
  )
  return (
    <div className="flex flex-col gap-8">
      {!mayChange && <Notice>You can read the settings. Only an owner can change them.</Notice>}
      {stored.notes.map(note => (
        <Notice key={note} kind="warning">
          {note}
        </Notice>
      ))}
      <OpenProposals subjectType="settings" subjectId="shop" />
      <form noValidate className="flex flex-col gap-8" onSubmit={submit}>
        {form.conflict}
        <FormError problems={problems}>{problem}</FormError>
        {SECTIONS.map(section => (
          <SettingsSection
            key={section.id}
            {...{ section, stored, current, usual, errors }}
            isLocked={!mayChange || isSaving}
            onChange={form.set}
            onConfirm={() => form.confirm(section)}
            trials={trialsOf(section)}
          >
            {change && section === lastChanged && <SettingsEffect change={change} />}
          </SettingsSection>
        ))}
        {changed.length > 0 && <SaveBar form={form} names={names} />}
      </form>
      <AuditHistory type="settings" id="shop" />
      <LeaveDialog unsaved={unsaved} />
    </div>
  )
}

/** States with prices of their own are no settings. */
const ZonesLink = () => (
  <p className="text-sm">
    The flat amount is for every state without a zone. <TextLink to="/admin?tab=shipping">Zones and methods</TextLink>
  </p>
)

type SaveBarProps = { form: ReturnType<typeof useSettingsForm>; names: readonly string[] }

/** Names the unsaved fields, and stays visible throughout the form. */
function SaveBar({ form: { reason, setReason, discard, isSaving, conflict }, names }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-end gap-3 border-line border-t bg-ground py-4 max-lg:static">
      <TextField
        label="Reason, for the record"
        className="w-full sm:w-72"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p role="status" className="min-w-48 flex-1 self-center text-muted text-sm sm:self-end sm:pb-3">
        Changed: {names.join(', ')}
      </p>
      <Button variant="secondary" onClick={discard}>
        Discard
      </Button>
      <Button type="submit" busy={isSaving} busyText="Saving..." disabled={Boolean(conflict)}>
        Save settings
      </Button>
    </div>
  )
}

/** Debounce of typing. */
const REST_MS = 300

/** Preview of a change: example carts priced before and after by the server, and the other effects. */
function SettingsEffect({ change }: { change: SettingsChange }) {
  const asked = useDebouncedValue(change, REST_MS)
  const effect = useQuery({
    queryKey: [ADMIN_SETTINGS, 'effect', asked],
    queryFn: () => call(settingsClient.preview.$post({ json: { settings: asked } })),
    retry: false,
    placeholderData: before => before,
  })
  return (
    <section aria-labelledby="settings-effect" className="rounded-sm border border-line bg-surface p-4">
      <h3 id="settings-effect" className="label mb-3 text-muted">
        What this changes
      </h3>
      {effect.isError ? (
        <p role="status" className="text-danger text-sm">
          {effect.error.message}
        </p>
      ) : effect.data ? (
        <Shown {...effect.data} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  )
}

function Shown({ carts, follows }: Effect) {
  return (
    <div className="flex flex-col gap-4">
      <Table
        caption="Example carts"
        captionHidden
        className="min-w-0!"
        head={['Pays', { name: 'Now', numeric: true }, { name: 'Then', numeric: true }]}
      >
        {carts.map(({ name, before, after }) => (
          <tr key={name}>
            <Cell>
              {name}
              <span className="block text-muted text-sm">{partsOf(after)}</span>
            </Cell>
            <Cell numeric>{money(before.total)}</Cell>
            <Cell numeric>
              <span className={before.total === after.total ? undefined : 'font-semibold text-signal'}>
                {money(after.total)}
              </span>
            </Cell>
          </tr>
        ))}
      </Table>
      {follows.length > 0 && (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm marker:text-signal">
          {follows.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const money = (dollars: number) => formatMoney(toCents(dollars))

const partsOf = ({ fee, shipping, tax }: Effect['carts'][number]['after']) =>
  `Fee ${money(fee)}, shipping ${money(shipping)}, tax ${money(tax)}`
