import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { SubjectLine } from '#src/contract/change-set.ts'
import type { SubjectType } from '#src/contract/change-subject.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { LibraryPath } from '../addresses.ts'
import { AddToSet } from '../blocks/AddToSet.tsx'
import { Screen, useFocusOnContent } from '../blocks/Screen.tsx'
import { Shown } from '../blocks/Shown.tsx'
import { useUrlState } from '../blocks/use-url-state.ts'
import type { LibraryResource } from '../resource.ts'
import { EntryLink } from './EntryLink.tsx'
import type { EntryFormProps } from './use-library-form.ts'
import type { LibraryKind } from './uses.tsx'
import { UsesPanel } from './uses.tsx'

/** What the list of a library is given: what is looked for, and what opens the form of an entry. */
export type LibraryListProps = { q: string; search: (q: string) => void; open: (id: string) => void }

/** Shown while the code of a form is loaded. */
export const formSkeleton = <Skeleton className="h-96 w-full" />

type Entry = { id: string; version: number }
/** Entries that events use, those of the shop, and content. */
type LibraryName = LibraryKind | 'products' | 'content-blocks' | 'content-pages'
/** The libraries whose entries change sets can change. */
const SET_TYPES: Partial<Record<LibraryName, SubjectType>> = {
  vendors: 'vendor',
  team: 'team_member',
  locations: 'location',
  'agenda-templates': 'agenda_template',
  'content-blocks': 'content_block',
  'content-pages': 'content_page',
}
type LibraryScreenProps<Fields extends FieldValues, Line extends Entry, Row extends Line & Fields> = {
  path: LibraryPath
  library: LibraryResource<LibraryName, Fields, Line, Row>
  List: ComponentType<LibraryListProps>
  /** Loaded by `later` when it is first shown. */
  Form: ComponentType<EntryFormProps<Row>>
  /** Beside the form of a stored entry; the events that use it by default. */
  Aside?: ComponentType<{ row: Row }>
}

/** A library: its list or, while the address names an entry, the form of that entry. `new` is one that is not stored yet. */
export function LibraryScreen<Fields extends FieldValues, Line extends Entry, Row extends Line & Fields>(
  props: LibraryScreenProps<Fields, Line, Row>,
) {
  const { path, library, List, Form, Aside } = props
  const [{ q = '', edit }, set] = useUrlState(path)
  const onClose = () => set({ edit: undefined })
  // The way back from a form leads to the list.
  if (edit === undefined)
    return <List q={q} search={(text) => set({ q: text })} open={(id) => set({ edit: id }, { push: true })} />
  if (edit !== 'new')
    return <StoredEntry key={edit} id={edit} library={library} Form={Form} Aside={Aside} onClose={onClose} />
  return (
    <Editor title={`New ${library.noun}`} nouns={library.nouns}>
      <Form row={undefined} onClose={onClose} />
    </Editor>
  )
}

type StoredEntryProps<Fields extends FieldValues, Line extends Entry, Row extends Line & Fields> = {
  id: string
  library: LibraryResource<LibraryName, Fields, Line, Row>
  Form: ComponentType<EntryFormProps<Row>>
  Aside: ComponentType<{ row: Row }> | undefined
  onClose: () => void
}

function StoredEntry<Fields extends FieldValues, Line extends Entry, Row extends Line & Fields>(
  props: StoredEntryProps<Fields, Line, Row>,
) {
  const { id, library, Form, Aside, onClose } = props
  const { noun, nouns, name, title, getName } = library
  const query = useQuery(library.query(id))
  return (
    <Editor
      title={query.data ? getName(query.data) : title}
      nouns={nouns}
      subject={query.data && SET_TYPES[name] && { type: SET_TYPES[name], id, label: getName(query.data) }}
      aside={
        query.data && (Aside ? <Aside row={query.data} /> : isUsedByEvents(name) && <UsesPanel kind={name} id={id} />)
      }
    >
      <Shown query={query} what={`the ${noun}`}>
        {(row) => <Form row={row} onClose={onClose} />}
      </Shown>
    </Editor>
  )
}

function isUsedByEvents(name: LibraryName): name is LibraryKind {
  return name !== 'products' && name !== 'content-blocks' && name !== 'content-pages'
}

type EditorProps = {
  title: string
  nouns: string
  /** The entry as change sets know it; absent for one that is not stored, or that no set can change. */
  subject?: SubjectLine | undefined
  /** Read before the form, and placed beside it where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** A form on the screen of its list, with the way back. */
function Editor({ title, nouns, subject, aside, children }: EditorProps) {
  useFocusOnContent()
  return (
    <Screen
      title={title}
      actions={
        <>
          {subject && <AddToSet subject={subject} />}
          <Button asChild variant="outline">
            <EntryLink edit={undefined}>All {nouns}</EntryLink>
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,52rem)_19rem]">
        {aside && <div className="xl:sticky xl:top-20 xl:col-start-2 xl:row-start-1">{aside}</div>}
        <div className="admin-panel px-4 py-6 sm:px-7 xl:col-start-1 xl:row-start-1">{children}</div>
      </div>
    </Screen>
  )
}
