import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { KEPT_MS, PEOPLE, type ShownUser, usersClient } from '../../users-client.ts'

type FindUserProps = { /** Excluded user id. */ except: string; onFound: (person: ShownUser) => void }

/** Searches one person by name, email or phone. */
export function FindUser({ except, onFound }: FindUserProps) {
  const [words, setWords] = useState('')
  const found = useQuery({
    queryKey: [PEOPLE, 'find', words.trim()],
    queryFn: () => call(usersClient.users.search.$get({ query: { q: words.trim(), limit: '10' } })),
    enabled: words.trim() !== '',
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
  const people = found.data?.users.filter(({ id }) => id !== except) ?? []
  return (
    <div className="flex min-h-64 flex-col gap-4">
      <SearchField label="Find the other account" hint="Name, email or phone" value={words} onChange={setWords} />
      {found.isError && (
        <FailedState
          title="Failed to load all users for search"
          busy={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {found.error.message}
        </FailedState>
      )}
      {found.isLoading && <SkeletonText lines={4} />}
      <div role="status">
        {words.trim() && found.isSuccess && people.length === 0 && (
          <p className="text-muted">Nobody else is found by these words.</p>
        )}
      </div>
      {people.length > 0 && (
        <ul aria-label="Found users" className="divide-y divide-line border-line border-y">
          {people.map(person => (
            <li key={person.id}>
              <button
                type="button"
                className="flex w-full flex-wrap items-baseline justify-between gap-x-4 px-2 py-2.5 text-left transition-colors hover:bg-raised focus-visible:-outline-offset-2"
                onClick={() => onFound(person)}
              >
                <span className="min-w-0">
                  <span className="block font-semibold wrap-anywhere">{person.name}</span>
                  <span className="block text-muted text-sm wrap-anywhere">
                    {person.email} · {person.phone ?? 'no phone'}
                  </span>
                </span>
                <span className="text-muted text-sm">Joined {formatShopDay(person.joinDate, 'short')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
