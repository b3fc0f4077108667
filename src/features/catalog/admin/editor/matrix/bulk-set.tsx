import { type ReactNode, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type CellChange, COLUMN_NAMES, type Column, isText, problemOfCell, setAll } from './cells.ts'
import type { Matrix } from './variant-form-state.ts'

type BulkSetProps = {
  matrix: Matrix
  columns: readonly Column[]
  /** @param sentence what was done: "Price of all Coyote set to 45." */
  onSet: (changes: readonly CellChange[], sentence: string) => void
  /** Further buttons of the row. */
  children: ReactNode
}

/** Sets the price, the stock, the weight or the shelf of all variants, or of those with one value: "price of all Coyote". */
export function BulkSet({ matrix, columns, onSet, children }: BulkSetProps) {
  const [column, setColumn] = useState<Column>(columns.includes('price') ? 'price' : 'stock')
  const [value, setValue] = useState('')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const values = matrix.options.flatMap(option => option.values.filter(({ isOut }) => !isOut))
  const chosen = values.find(({ key }) => key === value)
  const what = COLUMN_NAMES[column].toLowerCase()
  function set() {
    const found = text.trim() === '' ? `Type the ${what} to set.` : problemOfCell(column, text)
    setProblem(found)
    if (found) return
    const changes = setAll(matrix, column, text.trim(), chosen?.key)
    onSet(changes, `${COLUMN_NAMES[column]} of all ${chosen?.text ?? 'variants'} set to ${text.trim()}.`)
    setText('')
  }
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[8rem_1fr_8rem_auto_auto]">
      <legend className="sr-only">Set several variants</legend>
      <SelectField
        label="Set"
        value={column}
        options={columns.filter(one => one !== 'sku').map(one => ({ value: one, label: COLUMN_NAMES[one] }))}
        onChange={({ target }) => setColumn(target.value as Column)}
      />
      <SelectField
        label="Of"
        value={chosen?.key ?? ''}
        options={[
          { value: '', label: 'All variants' },
          ...values.map(({ key, text: name }) => ({ value: key, label: `All ${name}` })),
        ]}
        onChange={({ target }) => setValue(target.value)}
      />
      <TextField
        label="To"
        inputMode={isText(column) ? 'text' : column === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <div className="col-span-full flex flex-wrap gap-2 sm:col-span-2 sm:mt-7">
        <Button variant="secondary" size="sm" onClick={set}>
          Set {what}
        </Button>
        {children}
      </div>
    </fieldset>
  )
}
