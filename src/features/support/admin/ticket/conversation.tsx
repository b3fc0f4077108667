import { classNames } from '#ui/class-names.ts'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { ShownThread } from '../desk-client.ts'

type Said = { id: string; who: string; isOurs: boolean; text: string; at: string }

/** The messages and answers, oldest first, all rendered as plain text. */
export function Conversation({ ticket }: { ticket: ShownThread }) {
  const first: Said = {
    id: ticket.id,
    who: ticket.userName,
    isOurs: false,
    text: ticket.message,
    at: ticket.createdAt,
  }
  const said = ticket.posts
    .filter(({ kind }) => kind !== 'note')
    .map(({ id, kind, author, text, createdAt }): Said => {
      const isOurs = kind === 'answer'
      return { id, who: isOurs ? `${author ?? 'Staff'}, by e-mail` : ticket.userName, isOurs, text, at: createdAt }
    })
  return (
    <section aria-label="Conversation">
      <ol className="flex flex-col gap-3">
        {[first, ...said].map(each => (
          <li
            key={each.id}
            className={classNames(
              'rounded-sm border border-line border-l-3 bg-surface px-4 py-3',
              each.isOurs ? 'border-l-ranger sm:ml-8' : 'border-l-coyote sm:mr-8',
            )}
          >
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="font-semibold">{each.who}</span>
              <TimeAgo at={each.at} className="text-muted" />
            </p>
            <p className="mt-1.5 whitespace-pre-wrap wrap-anywhere">{each.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
