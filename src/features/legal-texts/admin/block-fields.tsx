import { Clause } from '#features/legal/web/clause.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import type { EditedBlock } from './clause-form-state.ts'
import type { ShownTemplate } from './legal-client.ts'
import { MoveButtons } from './move-buttons.tsx'

type BlockFieldsProps = {
  block: EditedBlock
  /** Id of the controls: the path of the block in the API. */
  id: string
  /** "paragraph 2 of clause 3". */
  place: string
  list: string
  at: number
  count: number
  computed: ShownTemplate['computed']
  error: string | undefined
  onChange: (block: EditedBlock) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const NOUNS = { text: 'Paragraph', list: 'List', computed: 'Locked part' }

/** One block of a clause: a text, a list with a point on each line, or what the software computes. */
export function BlockFields(props: BlockFieldsProps) {
  const { block, id, place, list, at, count, error, onChange, onMove } = props
  const noun = NOUNS[block.kind]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end justify-between gap-2">
        <span aria-hidden="true" className="font-semibold text-sm">
          {noun}
        </span>
        <MoveButtons
          list={list}
          name={`${noun.toLowerCase()} ${at + 1} of ${place}`}
          at={at}
          count={count}
          onMove={onMove}
          onRemove={block.kind === 'computed' ? undefined : props.onRemove}
        />
      </div>
      {block.kind === 'computed' ? (
        <LockedBlock name={block.name} computed={props.computed} />
      ) : (
        <TextAreaField
          labelHidden
          // A browser scrolls to the caret alone, so that most of a tall field stays under the dialog's footer.
          className="[&_textarea]:max-h-56"
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
          label={`${noun} ${at + 1} of ${place}`}
          hint={block.kind === 'list' ? 'A point on each line.' : undefined}
          id={id}
          value={block.text}
          error={error}
          onChange={({ target }) => onChange({ ...block, text: target.value })}
        />
      )}
      {block.kind === 'list' && (
        <CheckboxField
          id={`${id}-ordered`}
          label="Numbered"
          checked={block.ordered}
          onChange={({ target }) => onChange({ ...block, ordered: target.checked })}
        />
      )}
    </div>
  )
}

function LockedBlock({ name, computed }: { name: string; computed: ShownTemplate['computed'] }) {
  const locked = computed.find(other => other.name === name)
  return (
    <div className="flex flex-col gap-2 rounded-sm border border-line border-dashed bg-surface px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge icon="shield">Locked</Badge>
        <strong className="font-semibold">{locked?.label ?? name}</strong>
      </p>
      <p className="text-muted">{locked?.why}</p>
      {locked && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-3">
            Its words today
          </summary>
          {locked.blocks.length === 0 ? (
            <p className="text-muted">None, under the settings of today.</p>
          ) : (
            <Clause clause={{ title: locked.label, blocks: locked.blocks }} level={3} />
          )}
        </details>
      )}
    </div>
  )
}
