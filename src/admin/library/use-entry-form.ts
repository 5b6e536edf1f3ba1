import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { Changed } from '#src/contract/changed.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from '../blocks/EditForm.tsx'
import { useUnloadWarning } from '../blocks/unsaved.ts'
import { useSave } from '../blocks/use-save.ts'

/** What is stored of an entry: the fields of its form, and which state of it they are. */
export type Stored<Fields> = { version: number; fields: Fields }

/** What the editor began with, what they saved, and what somebody else had saved since. */
export type Conflict<Fields> = { base: Fields; mine: Fields; theirs: Fields }

type EntryFormParts<Values extends FieldValues, Fields, Item> = {
  /** 'vendor' */
  noun: string
  /** The first parts of the names of what a save makes stale. */
  stale: readonly string[]
  resolver: Resolver<Values, unknown, Fields>
  /** The id of a stored entry; empty for a new one, whose id the form chooses. */
  id: string
  /** What the form begins with; version 0 is an entry that is not stored yet. */
  from: Stored<Fields>
  create: (id: string, fields: Fields) => Promise<Changed<Item>>
  update: (id: string, version: number, fields: Fields) => Promise<Changed<Item>>
  /** What is stored now, for the merge view. */
  read: (id: string) => Promise<Stored<Fields>>
  onSaved: (item: Item) => void
}

/**
 * The form of one entry of a library. A second click makes no second entry: the id is chosen when the form is opened. Where
 * somebody saved since, there is a `conflict`, and `merge` goes on from it.
 */
export function useEntryForm<Values extends FieldValues, Fields extends Values, Item>(
  parts: EntryFormParts<Values, Fields, Item>,
) {
  const { noun, stale, resolver, from, create, update, read, onSaved } = parts
  const [id] = useState(() => parts.id || crypto.randomUUID())
  const [base, setBase] = useState(from)
  const [found, setFound] = useState<{ mine: Fields; theirs: Stored<Fields> }>()
  const form = useForm<Values, unknown, Fields>({
    resolver,
    defaultValues: from.fields as DefaultValues<Values>,
    // Not when a field is left: a message that appears then moves the button somebody is just pressing.
    mode: 'onSubmit',
  })
  const failed = `Failed to save ${noun}`
  const { mutate, isPending, isSuccess } = useSave<Fields, Changed<Item>>({
    save: (fields) => (base.version === 0 ? create(id, fields) : update(id, base.version, fields)),
    done: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} saved`,
    failed,
    stale: stale.map((name) => [name]),
    onDone: ({ item }) => onSaved(item),
    onRefused: (fault) => showFieldErrors(form, fault),
    onStale: (mine) => {
      read(id).then(
        (theirs) => setFound({ mine, theirs }),
        (fault: unknown) =>
          notify({ kind: 'error', title: 'Error', message: `${failed}: ${toApiError(fault).detail}` }),
      )
      return true
    },
  })
  useUnloadWarning(form.formState.isDirty && !isSuccess)
  const drop = () => setFound(undefined)
  const merge = (fields: Fields) => {
    if (!found) return
    setBase(found.theirs)
    form.reset(fields, { keepDefaultValues: true })
    drop()
  }
  const conflict: Conflict<Fields> | undefined = found && {
    base: base.fields,
    mine: found.mine,
    theirs: found.theirs.fields,
  }
  return { form, conflict, merge, drop, save: mutate, isBusy: isPending }
}
