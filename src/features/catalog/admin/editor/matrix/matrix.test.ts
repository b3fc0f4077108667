import { describe, expect, it } from 'vitest'
import {
  COLUMNS,
  emptyPrices,
  fillDown,
  parseCells,
  pasteCells,
  problemOfCell,
  problemsOfMatrix,
  setAll,
  setCells,
} from './cells.ts'
import {
  addOption,
  addValues,
  bringBack,
  leaveOut,
  leftOut,
  MAX_VARIANTS,
  putBack,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  valuesIn,
  withLackingRows,
} from './edit-matrix.ts'
import { gridMove } from './grid-keys.ts'
import { labelOf, liveRows, type Matrix, matrixOf, newMatrix, variantInputs } from './variant-form-state.ts'

const HOODIE = { name: 'Hoodie', price: '40', isSubscription: false }

const stored = (...options: Record<string, string>[]) =>
  matrixOf({
    variants: options.map((one, n) => ({
      id: `id-${n}`,
      sku: `SKU-${n}`,
      options: one,
      price: n === 0 ? 45 : null,
      weightGrams: n === 0 ? 620 : null,
      place: n === 0 ? 'B2' : null,
      stockOnHand: 5 + n,
      held: n,
      image: null,
    })),
  })
/** Coyote and Black in S and M, stored as `id-0` to `id-3`. */
const FOUR = stored(
  { color: 'Coyote', size: 'S' },
  { color: 'Coyote', size: 'M' },
  { color: 'Black', size: 'S' },
  { color: 'Black', size: 'M' },
)
const labels = (matrix: Matrix) => liveRows(matrix).map(row => labelOf(matrix, row))
const idOf = (matrix: Matrix, label: string) => liveRows(matrix).find(row => labelOf(matrix, row) === label)?.id
const optionOf = (matrix: Matrix, name: string) => matrix.options.find(option => option.name === name)!
const keyOf = (matrix: Matrix, text: string) =>
  matrix.options.flatMap(({ values }) => values).find(value => value.text === text)!.key

describe('the option matrix', () => {
  it('makes a variant of each combination of up to three options, named at will [B-13.92]', () => {
    const colors = addOption(newMatrix(), 'Colour', valuesIn('Coyote, Black\tGreen\nblack')).matrix!
    const sizes = addOption(colors, 'Size', valuesIn('S;M')).matrix!
    expect(labels(sizes)).toEqual(['Coyote, S', 'Coyote, M', 'Black, S', 'Black, M', 'Green, S', 'Green, M'])
    const three = addOption(sizes, 'Barrel length', ['10"', '16"']).matrix!
    expect(variantInputs(three, HOODIE)[1]).toMatchObject({
      sku: 'HOODIE-COYOTE-S-16',
      options: { color: 'Coyote', size: 'S', 'Barrel length': '16"' },
      price: null,
    })
    expect(addOption(three, 'size', ['L']).problem).toBe('size is there already.')
    expect(addOption(three, ' ', ['L']).problem).toBe('Name the option, such as Size.')
  })

  it('refuses values that make more than 100 variants, and keeps those that are there [B-13.92]', () => {
    const ten = valuesIn('a,b,c,d,e,f,g,h,i,j')
    const hundred = addOption(addOption(newMatrix(), 'Color', ten).matrix!, 'Size', ten).matrix!
    expect(liveRows(hundred)).toHaveLength(MAX_VARIANTS)
    const size = optionOf(hundred, 'Size').key
    expect(addValues(hundred, size, ['k']).problem).toBe('That makes 110 variants. A product has at most 100.')
    expect(addValues(hundred, size, ['A']).problem).toBe('A is there already.')
  })

  it('renamed options and values keep their variants with id, SKU, price, stock and weight [B-13.93] [B-41.1]', () => {
    const renamed = renameValue(FOUR, 'color', keyOf(FOUR, 'Coyote'), 'Coyote Brown')
    const both = renameOption(renamed, 'size', 'Length')
    expect(variantInputs(both, HOODIE)[0]).toEqual({
      ...{ id: 'id-0', sku: 'SKU-0', options: { color: 'Coyote Brown', Length: 'S' } },
      ...{ price: 45, weightGrams: 620, place: 'B2', stock: 5, stockSeen: 5, image: null },
    })
    expect(variantInputs(both, HOODIE).map(({ id }) => id)).toEqual(['id-0', 'id-1', 'id-2', 'id-3'])
  })

  it('a new value and a new option add variants, and those that are there stay [B-13.93]', () => {
    const large = addValues(FOUR, 'size', ['L']).matrix!
    expect([idOf(large, 'Coyote, M'), idOf(large, 'Coyote, L')]).toEqual(['id-1', null])
    const hooded = addOption(large, 'Hood', ['Yes', 'No']).matrix!
    expect([idOf(hooded, 'Black, M, Yes'), idOf(hooded, 'Black, M, No')]).toEqual(['id-3', null])
    expect(liveRows(hooded)).toHaveLength(12)
  })

  it('a value that is taken out is told with its stock, and comes back with its variants [B-13.94]', () => {
    const without = removeValue(FOUR, 'color', keyOf(FOUR, 'Black'))
    expect(labels(without)).toEqual(['Coyote, S', 'Coyote, M'])
    expect(leftOut(without).stored).toMatchObject([{ id: 'id-2', stock: '7', held: 2 }, { id: 'id-3' }])
    expect(labels(addValues(without, 'color', ['black']).matrix!)).toEqual(labels(FOUR))
    const one = putBack(without, 'id-3')
    expect(labels(one)).toEqual(['Coyote, S', 'Coyote, M', 'Black, M'])
    expect(variantInputs(one, HOODIE).map(({ id }) => id)).toEqual(['id-0', 'id-1', 'id-3'])
  })

  it('an option that is taken out keeps the variants of its first value and tells the others [B-13.94]', () => {
    const plain = removeOption(FOUR, 'size')
    expect(labels(plain)).toEqual(['Coyote', 'Black'])
    expect(plain.rows.map(({ id }) => id)).toEqual(['id-0', 'id-2'])
    expect(plain.gone).toMatchObject([{ label: 'Coyote, M', row: { stock: '6', held: 1 } }, { label: 'Black, M' }])
    // One of them is kept: its option is back, and the other one still leaves.
    const kept = bringBack(plain, 'id-1')
    expect(labels(kept).toSorted()).toEqual(['Black, S', 'Coyote, M', 'Coyote, S'])
    expect([leftOut(kept).stored.map(({ id }) => id), kept.gone]).toEqual([['id-3'], []])
    expect(
      bringBack(plain, 'id-1')
        .rows.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['id-0', 'id-1', 'id-2', 'id-3'])
    // The last value takes its option with it.
    const none = removeValue(removeValue(plain, 'color', keyOf(plain, 'Black')), 'color', keyOf(plain, 'Coyote'))
    expect(none.options).toEqual([])
    expect(variantInputs(none, HOODIE)).toMatchObject([{ id: 'id-0', options: {}, price: null }])
  })

  it('combinations that a stored product lacks are not sold until staff sell them [B-13.94]', () => {
    const three = withLackingRows(
      stored({ color: 'Coyote', size: 'S' }, { color: 'Coyote', size: 'M' }, { color: 'Black', size: 'S' }),
    )
    expect(liveRows(three)).toHaveLength(3)
    const [lacking] = leftOut(three).others
    expect(labels(putBack(three, lacking!.key))).toContain('Black, M')
    expect(labels(leaveOut(FOUR, 'id-0'))).not.toContain('Coyote, S')
  })
})

describe('the grid of variants', () => {
  it('fills a column down, and sets it for one value [B-13.95]', () => {
    const filled = setCells(FOUR, fillDown(FOUR, 'price', 0, 2))
    expect(filled.rows.map(({ price }) => price)).toEqual(['45.00', '45.00', '45.00', null])
    const coyote = setCells(FOUR, setAll(FOUR, 'price', '50', keyOf(FOUR, 'Coyote')))
    expect(variantInputs(coyote, HOODIE).map(({ price }) => price)).toEqual([50, 50, null, null])
    expect(setAll(FOUR, 'stock', '9')).toHaveLength(4)
  })

  it('reads what a spreadsheet copies: tabs, lines, quotes, Windows line ends [B-13.96]', () => {
    expect(parseCells('A\t1\r\nB\t2\r\n')).toEqual([
      ['A', '1'],
      ['B', '2'],
    ])
    expect(parseCells('"10"" barrel\nlong"\t\n\t$19.90')).toEqual([
      ['10" barrel long', ''],
      ['', '$19.90'],
    ])
  })

  it('pastes several cells, keeps the value of empty ones, and tells what has no place [B-13.96]', () => {
    const cells = parseCells('1,299.00\t12\t310\tA 1\t9\n\t7\n$19.90\tmany\n5\t5\n6\t6')
    const { changes, notes } = pasteCells(FOUR, COLUMNS, cells, { row: 1, column: 'price' })
    const pasted = setCells(FOUR, changes)
    expect(pasted.rows.map(({ price, stock }) => [price, stock])).toEqual([
      ['45.00', '5'],
      ['1,299.00', '12'],
      [null, '7'],
      ['$19.90', 'many'],
    ])
    expect(variantInputs(pasted, HOODIE).map(({ price }) => price)).toEqual([45, 1299, null, 19.9])
    expect(notes).toEqual([
      '2 rows below the last variant: 5 5; 6 6.',
      '1 cell beyond the last column: 9.',
      '1 empty cell; the value there stays.',
    ])
    expect(pasted.rows.map(({ weightGrams }) => weightGrams)).toEqual(['620', '310', '', ''])
    expect([problemOfCell('weightGrams', '0'), problemOfCell('weightGrams', '1,200')]).toEqual([
      'Weight must be 1 gram or more. Leave it empty if you do not know it',
      undefined,
    ])
    expect(problemOfCell('stock', 'many')).toBe('Stock must be a whole number')
    expect([problemOfCell('price', '1.299,00'), problemOfCell('price', '1,299.00')]).toEqual([
      'Price must be a number such as 19.90',
      undefined,
    ])
  })

  it('finds empty stock, repeated SKUs and values without a name by their place [B-13.97]', () => {
    const typed = setCells(FOUR, [
      { key: 'id-1', column: 'stock', text: ' ' },
      { key: 'id-3', column: 'sku', text: 'SKU-0' },
    ])
    expect(problemsOfMatrix(renameValue(typed, 'size', keyOf(typed, 'S'), 'm'))).toEqual({
      'variants.1.stock': 'Stock is required: 0 if there is none yet',
      'variants.3.sku': 'Coyote, m has this SKU too',
      [`options.${keyOf(typed, 'M')}`]: 'M is there already.',
    })
  })

  it('a price that was emptied is found, and one that follows the product is not empty [B-13.98]', () => {
    const emptied = setCells(FOUR, [{ key: 'id-1', column: 'price', text: '' }])
    expect(emptyPrices(emptied).map(row => labelOf(emptied, row))).toEqual(['Coyote, M'])
    expect(emptyPrices(FOUR)).toEqual([])
  })

  it('moves by arrows and Enter as a spreadsheet does, and leaves Tab and text to the browser [B-13.95]', () => {
    const size = { rows: 3, columns: 3 }
    const press = (key: string, held: object = {}, caret = { length: 2, from: 0, to: 2 }) =>
      gridMove(
        { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held },
        { row: 1, column: 1 },
        caret,
        size,
      )
    expect(press('Enter')).toEqual({ go: { row: 2, column: 1 } })
    expect(press('Enter', { shiftKey: true })).toEqual({ go: { row: 0, column: 1 } })
    expect(press('ArrowUp', { metaKey: true })).toEqual({ go: { row: 0, column: 1 } })
    expect(press('ArrowRight')).toEqual({ go: { row: 1, column: 2 } })
    expect(press('ArrowRight', {}, { length: 2, from: 1, to: 1 })).toBeUndefined()
    expect(press('ArrowLeft', {}, { length: 2, from: 0, to: 0 })).toEqual({ go: { row: 1, column: 0 } })
    expect(press('ArrowDown', { shiftKey: true })).toEqual({ extend: 1 })
    expect(press('d', { ctrlKey: true })).toEqual({ fill: true })
    expect([press('Tab'), press('d'), press('a', { ctrlKey: true })]).toEqual([undefined, undefined, undefined])
  })
})
