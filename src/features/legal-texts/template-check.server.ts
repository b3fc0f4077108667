import type { Kind } from '#features/legal/contract.ts'
import { isSafeTarget } from '#features/legal/rules.ts'
import type { FieldErrors } from '#platform/errors.ts'
import type { Facts } from './legal-facts.ts'
import { FIELDS, fieldOf, filled, namesIn } from './legal-fields.ts'
import { SHIPPED_TEMPLATES } from './shipped/shipped-templates.ts'
import type { ShippedClause, ShippedTemplate, TemplateClause } from './template.ts'

/** A piece of text with its path in the body. */
type Piece = { path: string; text: string }
type Found = { path: string; sentence: string }

/** Why a shipped clause cannot be removed; undefined for one that can. */
export function whyKept({ computed }: ShippedTemplate, { kept, fields, blocks }: ShippedClause): string | undefined {
  if (kept) return kept
  const locked = blocks.find(block => block.kind === 'computed')
  if (locked) return computed[locked.name]!.why
  return fields && `It names ${bracesOf(fields)}.`
}

/** What stands in the way of a template, by path, each a sentence that names the place. Empty for one that can be published. */
export function templateProblems(kind: Kind, clauses: readonly TemplateClause[], facts: Facts): FieldErrors {
  const shipped = SHIPPED_TEMPLATES[kind]
  const found = [
    ...missingClauses(shipped, clauses),
    ...clauses.flatMap((clause, at) => clauseProblems(shipped, { clauses, clause, at }, facts)),
  ]
  const errors: Record<string, string[]> = {}
  for (const { path, sentence } of found) errors[path] = [...(errors[path] ?? []), sentence]
  return errors
}

const missingClauses = (shipped: ShippedTemplate, clauses: readonly TemplateClause[]): Found[] =>
  shipped.clauses.flatMap(clause => {
    const why = whyKept(shipped, clause)
    if (why === undefined || clauses.some(({ name }) => name === clause.name)) return []
    return [{ path: 'clauses', sentence: `The clause “${clause.title}” cannot be removed. ${why}` }]
  })

type Place = { clauses: readonly TemplateClause[]; clause: TemplateClause; at: number }

function clauseProblems(shipped: ShippedTemplate, { clauses, clause, at }: Place, facts: Facts): Found[] {
  const path = `clauses.${at}`
  const where = `Clause ${at + 1}, “${clause.title}”`
  const origin = shipped.clauses.find(({ name }) => name === clause.name)
  const isTwice = (of: (other: TemplateClause) => unknown) =>
    clauses.findIndex(other => of(other) === of(clause)) !== at
  const found: Found[] = []
  if (clause.name !== null && !origin) found.push({ path, sentence: `${where}: the shipped text has no such clause.` })
  if (clause.name !== null && isTwice(({ name }) => name))
    found.push({ path, sentence: `${where}: this clause is there twice.` })
  if (isTwice(({ title }) => title))
    found.push({ path: `${path}.title`, sentence: `${where}: another clause has this title.` })
  found.push(...computedProblems(shipped, clause, origin).map(problem => ({ path, sentence: `${where}: ${problem}` })))
  const pieces = piecesOf(clause, path)
  const named = new Set(pieces.flatMap(({ text }) => namesIn(text)))
  const missing = (origin?.fields ?? []).filter(name => !named.has(name))
  if (missing.length > 0) found.push({ path, sentence: `${where}: please name ${bracesOf(missing)}.` })
  for (const piece of pieces)
    found.push(...textProblems(piece.text, facts).map(said => ({ path: piece.path, sentence: `${where}: ${said}` })))
  return found
}

/** Each computed block of a shipped clause stands in that clause once. */
function computedProblems(shipped: ShippedTemplate, { blocks }: TemplateClause, origin?: ShippedClause): string[] {
  const namesOf = (all: TemplateClause['blocks']) =>
    all.flatMap(block => (block.kind === 'computed' ? [block.name] : []))
  const wanted = namesOf(origin?.blocks ?? [])
  const here = namesOf(blocks)
  const labelOf = (name: string) => `“${shipped.computed[name]?.label ?? name}”`
  return [
    ...wanted
      .filter(name => !here.includes(name))
      .map(name => `${labelOf(name)} cannot be removed. ${shipped.computed[name]!.why}`),
    ...here
      .filter((name, at) => !wanted.includes(name) || here.indexOf(name) !== at)
      .map(name => `${labelOf(name)} cannot stand here.`),
  ]
}

const piecesOf = ({ title, blocks }: TemplateClause, path: string): Piece[] => [
  { path: `${path}.title`, text: title },
  ...blocks.flatMap((block, at) => {
    const own = `${path}.blocks.${at}`
    if (block.kind === 'text') return [{ path: `${own}.text`, text: block.text }]
    return block.kind === 'list' ? block.points.map((text, point) => ({ path: `${own}.points.${point}`, text })) : []
  }),
]

function textProblems(text: string, facts: Facts): string[] {
  const unknown = namesIn(text).filter(name => !fieldOf(name))
  const rest = text.replace(/\{\w+\}/g, '')
  return [
    ...unknown.map(name => `there is no field {${name}}. The list of fields has all of them.`),
    ...(/[{}]/.test(rest) ? ['a brace begins a field, such as {company}. Please write it without braces.'] : []),
    ...targetsIn(filled(text, facts))
      .filter(target => !isSafeTarget(target))
      .map(target => `the link to “${target}” must begin with /, https:// or mailto:.`),
    ...Object.entries(FIELDS).flatMap(([name]) => {
      const field = fieldOf(name)!
      const value = field.typedIn?.(rest, field.valueOf(facts))
      return value
        ? [`please write {${name}} instead of “${value}”, so that it follows the settings (${field.label}).`]
        : []
    }),
  ]
}

/** The targets of links, also of those that a reader's browser would show as text. */
const targetsIn = (text: string): string[] =>
  text
    .split('](')
    .slice(1)
    .flatMap(rest => (rest.includes(')') ? [rest.slice(0, rest.indexOf(')'))] : []))

const LIST = new Intl.ListFormat('en-US')
const bracesOf = (names: readonly string[]) => LIST.format(names.map(name => `{${name}}`))
