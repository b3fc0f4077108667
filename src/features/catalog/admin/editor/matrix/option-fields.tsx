import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import {
  addOption,
  addValues,
  type Edited,
  MAX_OPTIONS,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  valuesIn,
} from './edit-matrix.ts'
import type { Matrix, OptionFormState } from './variant-form-state.ts'

type OptionFieldsProps = {
  matrix: Matrix
  errors: Record<string, string>
  onChange: (change: (now: Matrix) => Matrix) => void
}

/** The options of a product with their values, such as Color with Coyote and Black. Their combinations are the variants. */
export function OptionFields({ matrix, errors, onChange }: OptionFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      {matrix.options.map(option => (
        <Option key={option.key} matrix={matrix} option={option} errors={errors} onChange={onChange} />
      ))}
      {matrix.options.length < MAX_OPTIONS && <NewOption matrix={matrix} onChange={onChange} />}
    </div>
  )
}

/** Enter in a field adds what was typed; it must not send the form. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}

function Option({ matrix, option, errors, onChange }: OptionFieldsProps & { option: OptionFormState }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const values = option.values.filter(value => !value.isOut)
  function add() {
    const texts = valuesIn(typed)
    if (texts.length === 0) return
    const edited = addValues(matrix, option.key, texts)
    setProblem(edited.problem)
    if (!edited.matrix) return
    onChange(() => edited.matrix)
    setTyped('')
  }
  const name = option.name.trim() || 'this option'
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-sm border border-line bg-raised p-3">
      <legend className="sr-only">Option {name}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,10rem)_1fr_auto]">
        <TextField
          id={`product-options.${option.key}`}
          label="Option"
          maxLength={40}
          value={option.name}
          error={errors[`options.${option.key}`]}
          onChange={({ target }) => onChange(now => renameOption(now, option.key, target.value))}
        />
        <TextField
          label={`Add to ${name}`}
          hint="Several by commas, or pasted from a spreadsheet"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onEnter(add)}
          suffix={<IconButton icon="plus" size="sm" label={`Add values to ${name}`} onClick={add} />}
        />
        <IconButton
          size="sm"
          icon="trash"
          label={`Remove option ${name}`}
          className="sm:mt-7"
          onClick={() => onChange(now => removeOption(now, option.key))}
        />
      </div>
      <ul className="flex flex-wrap gap-2" aria-label={`Values of ${name}`}>
        {values.map((value, at) => (
          <li key={value.key} className="w-36">
            <TextField
              id={`product-options.${value.key}`}
              label={`${name} ${at + 1}`}
              labelHidden
              maxLength={40}
              value={value.text}
              error={errors[`options.${value.key}`]}
              onChange={({ target }) => onChange(now => renameValue(now, option.key, value.key, target.value))}
              suffix={
                <IconButton
                  icon="close"
                  size="sm"
                  label={`Remove ${value.text || name}`}
                  onClick={() => onChange(now => removeValue(now, option.key, value.key))}
                />
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function NewOption({ matrix, onChange }: Pick<OptionFieldsProps, 'matrix' | 'onChange'>) {
  const [name, setName] = useState('')
  const [texts, setTexts] = useState('')
  const [problem, setProblem] = useState<string>()
  const names = useId()
  function add() {
    const edited: Edited = addOption(matrix, name, valuesIn(texts))
    setProblem(edited.problem)
    if (!edited.matrix) return
    onChange(() => edited.matrix)
    setName('')
    setTexts('')
  }
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,10rem)_1fr_auto]">
      <TextField
        label="New option"
        list={names}
        maxLength={40}
        autoComplete="off"
        placeholder="Size"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onEnter(add)}
      />
      <datalist id={names}>
        <option value="Size" />
        <option value="Color" />
      </datalist>
      <TextField
        label="Its values"
        autoComplete="off"
        placeholder="S, M, L"
        value={texts}
        error={problem}
        onChange={({ target }) => setTexts(target.value)}
        onKeyDown={onEnter(add)}
      />
      <Button variant="secondary" icon="plus" className="sm:mt-7" onClick={add}>
        Add option
      </Button>
    </div>
  )
}
