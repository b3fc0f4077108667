import type { Kind, LegalBlock } from '#features/legal/contract.ts'
import type { Facts } from './legal-facts.ts'
import type { FieldName } from './legal-fields.ts'

/** A block of a template. A text names fields in braces; a computed block has a name, and its words come from the software. */
export type TemplateBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; points: string[]; ordered: boolean }
  | { kind: 'computed'; name: string }

/** A clause of a template. `name` is that of the shipped clause it came from, null for a clause that staff added. */
export type TemplateClause = { name: string | null; title: string; blocks: TemplateBlock[] }

/** A clause of a shipped template, with what an edit of it must keep. */
export type ShippedClause = TemplateClause & {
  name: string
  /** Why the clause cannot be removed. A clause with a computed block cannot be removed either. */
  kept?: string
  /** Fields that the clause must name. */
  fields?: readonly FieldName[]
}

/** A block that states a rule of the software. */
export type ComputedBlock = {
  label: string
  /** Why staff cannot edit it. */
  why: string
  blocksOf: (facts: Facts) => LegalBlock[]
}

export type ShippedTemplate = {
  kind: Kind
  title: string
  /** Puts the number of each clause before its title. */
  isNumbered?: true
  clauses: readonly ShippedClause[]
  computed: Readonly<Record<string, ComputedBlock>>
}

export const paragraph = (text: string): TemplateBlock => ({ kind: 'text', text })
export const computed = (name: string): TemplateBlock => ({ kind: 'computed', name })
