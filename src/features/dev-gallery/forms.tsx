import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { DigitsField } from '#ui/forms/digits-field.tsx'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Chapter, Specimen } from './specimen.tsx'

const STATES = [
  { value: '', label: 'Choose a state', disabled: true },
  { value: 'UT', label: 'Utah' },
  { value: 'WY', label: 'Wyoming' },
]

/** Buttons and everything that is filled in. */
export function Forms() {
  return (
    <Chapter title="Buttons and fields">
      <Buttons />
      <Fields />
      <Numbers />
      <Specimen file="file-picker.tsx">
        <FilePicker accept="image/*" onPick={async files => toast.success(`${files.length} chosen`)}>
          Upload pictures
        </FilePicker>
      </Specimen>
    </Chapter>
  )
}

function Buttons() {
  return (
    <>
      <Specimen file="button.tsx">
        <Button>Add to cart</Button>
        <Button variant="secondary">View details</Button>
        <Button variant="quiet">Clear filters</Button>
        <Button variant="danger" icon="trash">
          Delete
        </Button>
        <Button busy busyText="Signing In...">
          Sign In
        </Button>
        <Button disabled>Sold out</Button>
        <Button variant="secondary" disabled>
          Not yet
        </Button>
      </Specimen>
      <Specimen file="button.tsx, sizes; button-link.tsx; text-link.tsx">
        <Button size="sm">Small</Button>
        <Button size="lg" icon="dice">
          Pick for me (3)
        </Button>
        <ButtonLink to="/store" icon="store">
          To the store
        </ButtonLink>
        <p className="py-2">
          Read the <TextLink to="/legal">official rules</TextLink> first.
        </p>
      </Specimen>
      <Specimen file="icon-button.tsx">
        <IconButton icon="cart" label="Open cart, 3 items" count={3} />
        <IconButton icon="menu" label="Open menu" />
        <IconButton icon="trash" label="Delete" size="sm" />
        <IconButton icon="edit" label="Edit" disabled />
      </Specimen>
    </>
  )
}

function Fields() {
  const [isRefused, setRefused] = useState(false)
  return (
    <Specimen file="text-field.tsx, password-field.tsx, select-field.tsx, text-area-field.tsx, checkbox-field.tsx" wide>
      <form className="grid max-w-3xl gap-5 sm:grid-cols-2" onSubmit={event => event.preventDefault()}>
        <div className="space-y-4 sm:col-span-2">
          {/* An error that stood there from the start would scroll the page to itself. */}
          <Button onClick={() => setRefused(true)}>Refuse the form</Button>
          {isRefused && (
            <FormError problems={[{ field: 'gallery-phone', message: 'Please enter a valid US phone number' }]}>
              One thing needs your attention.
            </FormError>
          )}
        </div>
        <TextField label="Full Name" autoComplete="name" required />
        <TextField label="Email" type="email" hint="Your receipt goes there." autoComplete="email" required />
        <TextField
          id="gallery-phone"
          label="Phone Number"
          type="tel"
          placeholder="(555) 123-4567"
          defaultValue="12"
          error="Please enter a valid US phone number (10-11 digits)"
        />
        <PasswordField label="Password" autoComplete="new-password" defaultValue="secret" required />
        <SelectField label="State" options={STATES} defaultValue="" />
        <TextField label="Value, in dollars" prefix="$" inputMode="decimal" defaultValue="850.00" />
        <TextField label="Cannot be changed" defaultValue="Bronze" disabled />
        <TextField label="Search" labelHidden type="search" placeholder="Search products" className="self-end" />
        <TextAreaField label="Reason" hint="Shown on the public result." className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <CheckboxField
            defaultChecked
            label={
              <>
                SMS Notifications, see <TextLink to="/legal#privacy">privacy</TextLink>
              </>
            }
          />
          <CheckboxField label="I am 21 or older" hint="Checked against your birth date." />
          <CheckboxField label="I have read the official rules" error="Please accept the rules" />
        </div>
      </form>
    </Specimen>
  )
}

function Numbers() {
  const [quantity, setQuantity] = useState(2)
  const [code, setCode] = useState('4071')
  return (
    <>
      <Specimen file="number-stepper.tsx">
        <NumberStepper label="Quantity" value={quantity} onChange={setQuantity} max={5} />
        <NumberStepper label="Quantity, nothing left" value={1} onChange={setQuantity} disabled />
      </Specimen>
      <Specimen file="code-field.tsx">
        <DigitsField label="Confirmation code" hint="6 digits, from the e-mail." value={code} onChange={setCode} />
      </Specimen>
    </>
  )
}
