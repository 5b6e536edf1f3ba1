import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type Duplicate, type Duplicates, MAYBE_DUPLICATE } from '#src/contract/library.ts'
import { useSettled } from '#src/islands/use-search.ts'
import { EntryLink } from './EntryLink.tsx'
import type { LibraryKind } from './uses.tsx'

type DuplicateWarningProps<Name extends string> = {
  kind: LibraryKind
  /** The entry being edited, which is not a duplicate of itself. */
  except: string | undefined
  /** The fields that are compared, by what the server calls them; nothing is asked while all of them are empty. */
  fields: Record<Name, string>
  find: (query: Record<Name, string> & { except?: string }) => Promise<Duplicates>
}

const BECAUSE: Record<Duplicate['because'], string> = {
  name: 'the same name',
  website: 'the same website',
  email: 'the same email address',
}

/** Warns before saving that the library may have this entry already. It blocks nothing; if it cannot check, it is silent. */
export function DuplicateWarning<Name extends string>({ kind, except, fields, find }: DuplicateWarningProps<Name>) {
  const asked = useAsked(fields)
  const isAsked = Object.values<string>(asked).some((text) => text.trim() !== '')
  const { data } = useQuery({
    queryKey: ['duplicates', kind, asked, except],
    queryFn: () => find({ ...asked, ...(except && { except }) }),
    enabled: isAsked,
    staleTime: 0,
    retry: 0,
    placeholderData: (before) => before,
  })
  const duplicates = isAsked ? (data?.items ?? []) : []
  return (
    <div role="status" className={duplicates.length > 0 ? undefined : 'sr-only'}>
      {duplicates.length > 0 && (
        <div className="rounded-md bg-signal px-4 py-3 text-on-signal leading-snug">
          <p className="font-semibold">{MAYBE_DUPLICATE}</p>
          <ul className="mt-1">
            {duplicates.map(({ id, name, because }) => (
              <li key={id}>
                <EntryLink edit={id} className="inline-block py-1 font-semibold underline underline-offset-4">
                  {name}
                </EntryLink>{' '}
                has {BECAUSE[because]}.
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const PAUSE = 400

/** What the fields hold, as it was when typing last paused. */
function useAsked<Name extends string>(fields: Record<Name, string>): Record<Name, string> {
  const values: unknown[] = useWatch({ name: Object.values<string>(fields) })
  const texts = Object.keys(fields).map((name, at) => [name, String(values[at] ?? '')])
  const typed = JSON.stringify(Object.fromEntries(texts))
  return JSON.parse(useSettled(typed, PAUSE))
}
