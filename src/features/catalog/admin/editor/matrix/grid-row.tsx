import { type CSSProperties, memo, useState } from 'react'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CONTROL_CLASS, FieldError } from '#ui/forms/field.tsx'
import type { PictureFormState } from '../product-form-state.ts'
import { COLUMN_NAMES, COLUMNS, type Column, isText, problemOfCell } from './cells.ts'
import type { VariantFormState } from './variant-form-state.ts'

/** Problems of the cells of one row, as one text, so that an equal row is not rendered again: `{"price":"…"}`. */
type RowProblems = string

/** The problems of a row's cells, by the path of the API. */
export const rowProblems = (errors: Record<string, string>, at: number): RowProblems =>
  JSON.stringify(
    Object.fromEntries(
      COLUMNS.flatMap(column => {
        const problem = errors[`variants.${at}.${column}`]
        return problem ? [[column, problem]] : []
      }),
    ),
  )

type GridRowProps = {
  row: VariantFormState
  /** Place among the rows of the request. */
  at: number
  label: string
  columns: readonly Column[]
  /** What an untouched price cell shows. */
  basePrice: string
  problems: RowProblems
  pictures: readonly PictureFormState[]
  /** The column whose cell is marked for filling down. */
  marked: Column | undefined
  onType: (key: string, at: number, column: Column, text: string) => void
  onPicture: (key: string, image: string | null) => void
  onLeaveOut: (key: string) => void
}

/** One variant. Memoised, because typing in a grid of 100 rows must change one of them. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, at, label, columns, pictures, marked, onPicture, onLeaveOut } = props
  const problems = JSON.parse(props.problems) as Partial<Record<Column, string>>
  return (
    <tr data-row={at} className={classNames(LINE_CLASS, ROW_CLASS)}>
      <th
        scope="row"
        className="sticky left-0 z-10 grid content-center border-line border-r border-b bg-surface px-3 py-2 text-left font-semibold wrap-anywhere"
      >
        {label}
        {row.held > 0 && <span className="block font-normal text-muted">{row.held} held</span>}
      </th>
      {columns.map(column => (
        <GridCell key={column} {...props} column={column} problem={problems[column]} isMarked={marked === column} />
      ))}
      <td className="border-line border-b px-2 py-1.5">
        <select
          aria-label={`Picture of ${label}`}
          className={classNames(CONTROL_CLASS, 'transition-none! text-sm!')}
          value={row.image ?? ''}
          onChange={({ target }) => onPicture(row.key, target.value || null)}
        >
          <option value="">Primary</option>
          {pictures.map(({ image, alt }, n) => (
            <option key={image} value={image}>
              {n + 1}. {alt}
            </option>
          ))}
        </select>
      </td>
      <td className="border-line border-b py-1.5 pr-2">
        <IconButton size="sm" icon="trash" label={`Leave out ${label}`} onClick={() => onLeaveOut(row.key)} />
      </td>
    </tr>
  )
})

const WIDTHS: Record<Column, string> = {
  sku: 'minmax(11rem, 2fr)',
  price: 'minmax(7rem, 1fr)',
  stock: 'minmax(6rem, 1fr)',
  weightGrams: 'minmax(6rem, 1fr)',
  place: 'minmax(6rem, 1fr)',
}

/** A line of the grid, whose table has the style of {@link lineOf}. */
export const LINE_CLASS = 'grid grid-cols-(--columns)'

/** A row out of sight is neither laid out nor painted: each key would cost the layout of 100 rows. The height is that of a row without an error. */
const ROW_CLASS = '[content-visibility:auto] [contain-intrinsic-block-size:auto_3.5625rem]'

/** The widths of a line: label, columns, picture, button. */
export const lineOf = (columns: readonly Column[]) =>
  ({
    '--columns': `var(--label) ${columns.map(column => WIDTHS[column]).join(' ')} minmax(9rem, 2fr) 3rem`,
  }) as CSSProperties

type GridCellProps = Pick<GridRowProps, 'row' | 'at' | 'label' | 'basePrice' | 'onType'> & {
  column: Column
  problem: string | undefined
  isMarked: boolean
}

function GridCell({ row, at, label, basePrice, column, problem, isMarked, onType }: GridCellProps) {
  // A number is judged when its cell is left: "1," is no mistake while it is typed.
  const [isHere, setHere] = useState(false)
  const isOff = column === 'stock' && !row.isCounted
  const text = isOff ? 'Not counted' : (row[column] ?? basePrice)
  const told = problem ?? (isHere ? undefined : problemOfCell(column, row[column] ?? ''))
  const id = `product-variants.${at}.${column}`
  return (
    <td className={classNames('border-line border-b px-2 py-1.5', isMarked && 'bg-signal/15')}>
      <input
        id={id}
        data-column={column}
        aria-label={`${COLUMN_NAMES[column]} of ${label}`}
        aria-invalid={told ? true : undefined}
        aria-describedby={told ? `${id}-error` : undefined}
        className={classNames(CONTROL_CLASS, 'transition-none!', !isText(column) && 'text-right tabular-nums')}
        inputMode={isText(column) ? 'text' : column === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        disabled={isOff}
        placeholder={column === 'sku' ? 'Automatic' : undefined}
        value={text}
        onFocus={event => {
          setHere(true)
          event.currentTarget.select()
        }}
        onBlur={() => setHere(false)}
        onChange={({ target }) => onType(row.key, at, column, target.value)}
      />
      <FieldError id={`${id}-error`}>{told}</FieldError>
    </td>
  )
}
