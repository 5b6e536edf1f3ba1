import { useQuery } from '@tanstack/react-query'
import { type Duplicate, type Duplicates, MAYBE_TWIN } from '#src/contract/library.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import type { LibraryKind } from './uses-query.ts'

type TwinWarningProps = {
  kind: LibraryKind
  /** What is compared, as it was when somebody last stopped typing; nothing is asked while all of it is empty. */
  asked: Record<string, string>
  find: () => Promise<Duplicates>
  linkTo: (id: string) => string
}

const BECAUSE: Record<Duplicate['because'], string> = {
  name: 'the same name',
  website: 'the same website',
  email: 'the same email address',
}

/** Says before saving that something may be in the library already. It hinders nobody; where it cannot tell, it is silent. */
export function TwinWarning({ kind, asked, find, linkTo }: TwinWarningProps) {
  const isAsked = Object.entries(asked).some(([name, text]) => name !== 'except' && text.trim() !== '')
  const { data } = useQuery({
    queryKey: ['duplicates', kind, asked],
    queryFn: find,
    enabled: isAsked,
    staleTime: 0,
    retry: 0,
    placeholderData: (before) => before,
  })
  const twins = isAsked ? (data?.items ?? []) : []
  return (
    <div role="status" className={twins.length > 0 ? undefined : 'sr-only'}>
      {twins.length > 0 && (
        <div className="rounded-md bg-signal px-4 py-3 text-on-signal leading-snug">
          <p className="font-semibold">{MAYBE_TWIN}</p>
          <ul className="mt-1">
            {twins.map(({ id, name, because }) => (
              <li key={id}>
                <AdminLink href={linkTo(id)} className="inline-block py-1 font-semibold underline underline-offset-4">
                  {name}
                </AdminLink>{' '}
                has {BECAUSE[because]}.
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
