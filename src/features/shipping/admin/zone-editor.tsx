import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { type FieldProblems, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { POSTAL_STATE_NAMES, type PostalState } from '#kernel/shipping/us-states.ts'
import { Button } from '#ui/buttons/button.tsx'
import { movedTo } from '#ui/editing/order-buttons.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import type { EditorProps } from '#ui/staff-kit/list-page.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { type AdminZone, METHODS, NAME_LENGTH, ZoneBody, ZoneChange } from '../contract.ts'
import { MethodFields } from './method-fields.tsx'
import { type ShownZone, zonesChanged, zonesClient } from './shipping-client.ts'
import {
  atFields,
  formStateOf,
  inputOf,
  LABELS,
  type MethodFormState,
  newMethod,
  STATE_GROUPS,
  statesInWords,
  type ZoneFormState,
} from './zone-form-state.ts'

const shownValue = (field: keyof ZoneFormState, { name, states, isServed, methods }: ZoneFormState) =>
  ({
    name,
    states: statesInWords(states),
    isServed: isServed ? 'Yes' : 'No',
    methods: methods.map(method => `${method.name}: ${method.bands.map(({ amount }) => amount).join(', ')}`).join('; '),
  })[field]

/** The form of a zone with its methods. @param record null makes a new one. */
export function ZoneEditor({ record, onClose }: EditorProps<ShownZone>) {
  const { current, errors, text, set, update, dialog } = useRecordEditor({
    name: 'zone',
    record,
    formStateOf: (stored: Omit<AdminZone, 'id'> | null) => formStateOf(stored),
    labels: LABELS,
    show: shownValue,
    bodies: [ZoneBody, ZoneChange],
    check: (_, found) => atFields(found),
    problemsOf: error => atFields(problemsOfAnswer(error)),
    inputOf,
    changeOf: inputOf,
    create: (json, options) => call(zonesClient.$post({ json }, options)),
    change: ({ id, json }) => call(zonesClient[':id'].$patch({ param: { id }, json })),
    remove: id => call(zonesClient[':id'].$delete({ param: { id } })),
    refresh: zonesChanged,
    said: (_, { name }) => `The zone “${name.trim()}” is saved`,
    onClose,
  })
  const setMethods = (change: (now: readonly MethodFormState[]) => readonly MethodFormState[]) =>
    update(
      now => ({ ...now, methods: change(now.methods) }),
      Object.keys(errors).filter(path => path.startsWith('methods')),
    )
  return (
    <EditorDialog
      {...dialog}
      title={record ? `Edit “${record.name}”` : 'New zone'}
      saveLabel={record ? 'Save changes' : 'Create zone'}
    >
      <TextField
        required
        label="Name"
        autoComplete="off"
        maxLength={NAME_LENGTH}
        hint="For staff, such as Alaska and Hawaii"
        {...text('name')}
      />
      <States states={current.states} error={errors.states} onChange={states => set({ states })} />
      <CheckboxField
        id="zone-isServed"
        label="We ship there"
        hint="Without it, a cart for this zone is told that nothing is sent there"
        checked={current.isServed}
        onChange={({ target }) => set({ isServed: target.checked })}
      />
      <FormSection title="Methods">
        <Methods methods={current.methods} errors={errors} onChange={setMethods} />
      </FormSection>
      {record && <AuditHistory type="shipping-zone" id={record.id} />}
    </EditorDialog>
  )
}

type StatesProps = {
  states: readonly PostalState[]
  error: string | undefined
  onChange: (states: readonly PostalState[]) => void
}

/** States by groups that carriers price alike; a press takes a whole group. */
function States({ states, error, onChange }: StatesProps) {
  const chosen = new Set(states)
  const toggle = (changed: readonly PostalState[], isIn: boolean) =>
    onChange(isIn ? [...new Set([...states, ...changed])] : states.filter(state => !changed.includes(state)))
  return (
    <div id="zone-states" tabIndex={-1} className="flex flex-col gap-3">
      {STATE_GROUPS.map(({ name, states: group }) => {
        const isWhole = group.every(state => chosen.has(state))
        const count = group.filter(state => chosen.has(state)).length
        return (
          <details key={name} className="rounded-sm border border-line px-3 py-2">
            <summary className="cursor-pointer font-semibold">
              {name}
              <span className="font-normal text-muted">
                {' '}
                · {count} of {group.length}
              </span>
            </summary>
            <CheckboxField
              label={`All: ${name}`}
              checked={isWhole}
              onChange={({ target }) => toggle(group, target.checked)}
            />
            <div className="grid grid-cols-2 sm:grid-cols-3">
              {group.map(state => (
                <CheckboxField
                  key={state}
                  label={POSTAL_STATE_NAMES[state]}
                  checked={chosen.has(state)}
                  onChange={({ target }) => toggle([state], target.checked)}
                />
              ))}
            </div>
          </details>
        )
      })}
      <FieldError id="zone-states-error">{error}</FieldError>
    </div>
  )
}

type MethodsProps = {
  methods: readonly MethodFormState[]
  errors: FieldProblems
  onChange: (change: (now: readonly MethodFormState[]) => readonly MethodFormState[]) => void
}

function Methods({ methods, errors, onChange }: MethodsProps) {
  return (
    <>
      <ol className="flex flex-col gap-6">
        {methods.map((method, at) => (
          <MethodFields
            key={method.key}
            method={method}
            at={at}
            count={methods.length}
            errors={errors}
            onChange={values => onChange(now => now.map(one => (one.key === method.key ? { ...one, ...values } : one)))}
            onMove={to => onChange(now => movedTo(now, at, to))}
            onRemove={() => onChange(now => now.filter(({ key }) => key !== method.key))}
          />
        ))}
      </ol>
      <FieldError id="zone-methods">{errors.methods}</FieldError>
      <Button
        variant="secondary"
        icon="plus"
        size="sm"
        className="self-start"
        disabled={methods.length >= METHODS}
        onClick={() => onChange(now => [...now, newMethod()])}
      >
        {methods.length >= METHODS ? 'The zone is full' : 'Add a method'}
      </Button>
    </>
  )
}
