import { KINDS, type Kind, type LegalBlock, type LegalClause, type LegalText } from '#features/legal/contract.ts'
import type { Settings } from '#kernel/settings.ts'
import { type Facts, factsOf } from './legal-facts.ts'
import { fieldOf, filled, namesIn } from './legal-fields.ts'
import { SHIPPED_TEMPLATES, shippedClausesOf } from './shipped/shipped-templates.ts'
import type { ShippedTemplate, TemplateBlock, TemplateClause } from './template.ts'

/** The texts that staff have edited: the clauses and the version of the template. */
export type OwnTexts = Partial<Record<Kind, { clauses: readonly TemplateClause[]; version: number }>>

/**
 * The legal texts under these settings. The shop publishes them at its start and after a change of settings; a text whose wording
 * differs from its newest version becomes the next version. A text is left out if it names something that this release lacks: the version in
 * force stays.
 */
export function legalTextsOf(settings: Settings, own: OwnTexts = {}): LegalText[] {
  const clausesOf = (kind: Kind) => own[kind]?.clauses ?? shippedClausesOf(kind)
  const facts = legalFactsOf(settings, own)
  return KINDS.filter(kind => isRenderable(SHIPPED_TEMPLATES[kind], clausesOf(kind))).map(kind => ({
    kind,
    title: SHIPPED_TEMPLATES[kind].title,
    clauses: renderClauses(SHIPPED_TEMPLATES[kind], clausesOf(kind), facts),
    ...(own[kind] && { templateVersion: own[kind].version }),
  }))
}

/** The facts of all texts: those of the settings, and the number of a clause that another text names. */
export function legalFactsOf(settings: Settings, own: OwnTexts = {}): Facts {
  const clauses = own.sweepstakes?.clauses ?? SHIPPED_TEMPLATES.sweepstakes.clauses
  return { ...factsOf(settings), disputeClause: clauses.findIndex(({ name }) => name === 'disputed-payments') + 1 }
}

/** False for a template of another release that names a field or a computed block which this one lacks. */
const isRenderable = (shipped: ShippedTemplate, clauses: readonly TemplateClause[]): boolean =>
  clauses.every(({ title, blocks }) => isKnown(title) && blocks.every(block => isKnownBlock(shipped, block)))

const isKnown = (text: string) => namesIn(text).every(name => fieldOf(name) !== undefined)

function isKnownBlock({ computed }: ShippedTemplate, block: TemplateBlock): boolean {
  if (block.kind === 'computed') return Object.hasOwn(computed, block.name)
  return block.kind === 'text' ? isKnown(block.text) : block.points.every(isKnown)
}

/** A clause goes while all that it computes is empty, as free entries online are when the settings allow none. */
const renderClauses = (shipped: ShippedTemplate, clauses: readonly TemplateClause[], facts: Facts): LegalClause[] =>
  clauses
    .filter(clause => !isEmpty(shipped, clause, facts))
    .map(({ title, blocks }, at) => ({
      title: `${shipped.isNumbered ? `${at + 1}. ` : ''}${filled(title, facts)}`,
      blocks: blocks.flatMap(block => renderBlock(shipped, block, facts)),
    }))

function isEmpty(shipped: ShippedTemplate, { blocks }: TemplateClause, facts: Facts): boolean {
  const computed = blocks.filter(({ kind }) => kind === 'computed')
  return computed.length > 0 && computed.every(block => renderBlock(shipped, block, facts).length === 0)
}

export function renderBlock({ computed }: ShippedTemplate, block: TemplateBlock, facts: Facts): LegalBlock[] {
  if (block.kind === 'computed') return computed[block.name]!.blocksOf(facts)
  if (block.kind === 'text') return [filled(block.text, facts)]
  const points = block.points.map(point => filled(point, facts))
  return [block.ordered ? { ordered: true, points } : { points }]
}
