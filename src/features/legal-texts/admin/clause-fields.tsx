import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { Button } from '#ui/buttons/button.tsx'
import { movedTo } from '#ui/editing/order-buttons.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { BlockFields } from './block-fields.tsx'
import type { EditedBlock, EditedClause } from './clause-form-state.ts'
import type { ShownTemplate } from './legal-client.ts'
import { MoveButtons } from './move-buttons.tsx'

type ClauseFieldsProps = {
  clause: EditedClause
  at: number
  count: number
  template: ShownTemplate
  errors: FieldProblems
  onChange: (clause: EditedClause, path: string) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One clause: its title, its blocks, and its place among the clauses. */
export function ClauseFields({ clause, at, count, template, errors, onChange, onMove, onRemove }: ClauseFieldsProps) {
  const path = `clauses.${at}`
  const place = `clause ${at + 1}`
  const why = template.kept.find(({ name }) => name === clause.name)?.why
  const setBlocks = (blocks: EditedBlock[], changed = path) => onChange({ ...clause, blocks }, changed)
  function add(block: EditedBlock) {
    setBlocks([...clause.blocks, block])
    focusNext(blockId(at, clause.blocks.length, block))
  }
  return (
    <section
      id={`legal-${path}`}
      tabIndex={-1}
      aria-label={`Clause ${at + 1}: ${clause.title}`}
      className="flex min-w-0 scroll-mt-5 flex-col gap-4 rounded-md border border-line p-4"
    >
      <div className="flex items-end justify-between gap-2">
        <h3 className="label text-muted">Clause {at + 1}</h3>
        <MoveButtons
          list="legal-clause"
          name={place}
          at={at}
          count={count}
          onMove={onMove}
          onRemove={why ? undefined : onRemove}
        />
      </div>
      {why && <p className="text-muted text-sm">Cannot be removed. {why}</p>}
      <FieldError id={`legal-${path}-error`}>{errors[path]}</FieldError>
      <TextField
        label="Title"
        id={`legal-${path}.title`}
        autoComplete="off"
        value={clause.title}
        error={errors[`${path}.title`]}
        onChange={({ target }) => onChange({ ...clause, title: target.value }, `${path}.title`)}
      />
      <FieldError id={`legal-${path}.blocks`}>{errors[`${path}.blocks`]}</FieldError>
      {clause.blocks.map((block, position) => (
        <BlockFields
          key={block.key}
          block={block}
          id={blockId(at, position, block)}
          place={place}
          list={`legal-block-${at}`}
          at={position}
          count={clause.blocks.length}
          computed={template.computed}
          error={errorBelow(errors, `${path}.blocks.${position}`)}
          onChange={next => setBlocks(clause.blocks.with(position, next), `${path}.blocks.${position}`)}
          onMove={to => setBlocks(movedTo(clause.blocks, position, to))}
          onRemove={() => setBlocks(clause.blocks.toSpliced(position, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          icon="plus"
          onClick={() => add({ key: randomId(), kind: 'text', text: '' })}
        >
          Paragraph<span className="sr-only"> in {place}</span>
        </Button>
        <Button
          size="sm"
          variant="secondary"
          icon="plus"
          onClick={() => add({ key: randomId(), kind: 'list', text: '', ordered: false })}
        >
          List<span className="sr-only"> in {place}</span>
        </Button>
      </div>
    </section>
  )
}

/** The control's id is the path that a refusal names, so that its link leads there. */
const blockId = (clause: number, at: number, { kind }: EditedBlock) =>
  `legal-clauses.${clause}.blocks.${at}.${kind === 'list' ? 'points' : 'text'}`

/** A refused point names its list. */
const errorBelow = (errors: FieldProblems, path: string): string | undefined =>
  Object.entries(errors).find(([at]) => at.startsWith(`${path}.`))?.[1]

/** Focuses a control that the next frame shows. */
export const focusNext = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())
