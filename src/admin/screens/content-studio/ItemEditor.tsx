import { useStore } from '@nanostores/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type ChangeItem, SAVE_WORDS, SAVED_AS_TYPED, type SaveState } from '#src/contract/change-set.ts'
import { isSame, isStale } from '#src/contract/versioned.ts'
import { type ApiError, toApiError } from '#src/islands/call.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { setupFactsQuery } from '../event-setup/event-calls.ts'
import { $editor, type Autosave, createAutosave, type SaveEnd } from './autosave.ts'
import { CHANGE_SETS, changeSetQuery, saveItem } from './change-set-calls.ts'
import { type SubjectForm, subjectForm, type Values } from './subject-forms.tsx'

type EditorProps = { setId: string; item: ChangeItem }

/** The form of a record, whose fields are saved in the set while they are typed. */
export function ItemEditor(props: EditorProps) {
  const facts = useQuery(setupFactsQuery)
  return (
    <Shown query={facts} what="the form">
      {(shown) => <Editor {...props} form={subjectForm(props.item, shown)} />}
    </Shown>
  )
}

function Editor({ setId, item, form: subject }: EditorProps & { form: SubjectForm }) {
  const [form] = useState(subject)
  const { edit, state, reason } = useSavedForm(setId, item, form)
  const isBad = state !== 'saved' && state !== 'waiting' && state !== 'saving'
  const words = state === 'saved' && (edit.row ?? item).version === 1 ? SAVED_AS_TYPED : SAVE_WORDS[state]
  return (
    <FormProvider {...edit.form}>
      <form
        aria-label={`Changes of ${item.label}`}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-5"
      >
        <form.Inputs id={item.subjectId} />
        <p role="status" className={`text-[.9375rem] ${isBad ? 'font-semibold text-stop-ink' : 'text-soft'}`}>
          {state === 'failed' && reason ? `${words} ${reason}` : words}
        </p>
      </form>
      {edit.conflict}
    </FormProvider>
  )
}

type Edit = ReturnType<typeof useVersionedForm<ChangeItem, Values, Values, ChangeItem>>

/** The form of a record, with how it stands and why its last save failed. */
function useSavedForm(setId: string, item: ChangeItem, { toValues, toInput, resolver, labels, texts }: SubjectForm) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const end = useRef<(end: SaveEnd) => void>(() => {})
  const autosave = useRef<Autosave>(undefined)
  const read = async () => {
    const set = await queries.fetchQuery({ ...changeSetQuery(setId), staleTime: 0 })
    return set.changeItems.find(({ id }) => id === item.id)
  }
  const store = useStoredItem(setId, item, read)
  const wasFailing = useRef(false)
  const edit: Edit = useVersionedForm({
    row: item,
    getFields: (stored) => toValues((stored ?? item).value),
    resolver,
    labels,
    ...(texts && { texts }),
    save: async ({ fields, over = item }) => {
      wasFailing.current = autosave.current?.$state.get() === 'failed'
      try {
        return await store(toInput(fields), over)
      } catch (cause) {
        const fault = toApiError(cause)
        setReason(isOutage(fault) ? '' : fault.detail)
        if (!isStale(fault)) end.current(endOf(fault))
        throw cause
      }
    },
    refetch: async () => {
      const theirs = await read().catch((fault: unknown) => {
        end.current('failed')
        throw fault
      })
      if (!theirs) end.current('removed')
      return theirs
    },
    done: '',
    failed: 'Failed to save',
    // The status line says it as long as it lasts; only the first failure is a toast, too.
    onRefused: ({ errors }) => wasFailing.current && errors.length === 0,
    stale: [[CHANGE_SETS]],
    getRow: (stored) => stored,
    onSaved: () => end.current('saved'),
  })
  return { edit, reason, state: useAutosave(edit, { end, autosave }) }
}

/** Its own sentence asks to try again, which is done for the person here. */
const isOutage = ({ status }: ApiError) => status === 0 || status >= 500

function endOf({ code, errors }: ApiError): SaveEnd {
  if (code === 'not_found') return 'removed'
  return errors.length > 0 ? 'invalid' : 'failed'
}

/**
 * What stores the form in the set over the newest version that it has stored itself. A save whose answer was lost may have been
 * stored all the same: that is no conflict with anyone.
 */
function useStoredItem(setId: string, item: ChangeItem, read: () => Promise<ChangeItem | undefined>) {
  const newest = useRef(item)
  const unanswered = useRef<Values[]>([])
  const send = async (value: Values, over: ChangeItem) => {
    const saved = await saveItem(setId, item.id, { value, version: over.version })
    unanswered.current = []
    newest.current = { ...over, ...saved }
    return newest.current
  }
  return async (value: Values, filled: ChangeItem) => {
    const over = newest.current.version > filled.version ? newest.current : filled
    try {
      return await send(value, over)
    } catch (cause) {
      const fault = toApiError(cause)
      if (isOutage(fault)) unanswered.current.push(value)
      const stored = isStale(fault) && unanswered.current.length > 0 ? await read() : undefined
      if (!stored || !unanswered.current.some((sent) => hasStored(stored.value, sent))) throw cause
      return send(value, stored)
    }
  }
}

const hasStored = (stored: Values, sent: Values) =>
  Object.keys(sent).every((field) => isSame(stored[field], sent[field]))

type AutosaveParts = { end: RefObject<(end: SaveEnd) => void>; autosave: RefObject<Autosave | undefined> }

/** Saves the form while it is typed into. `end` receives how each save ends. A form that the record would refuse is not sent. */
function useAutosave({ form, onSubmit, conflict }: Edit, { end, autosave: current }: AutosaveParts): SaveState {
  const submit = useRef(onSubmit)
  submit.current = onSubmit
  const [autosave] = useState(() =>
    createAutosave(async () => {
      if (!navigator.onLine) return 'failed'
      if (!(await form.trigger())) return 'invalid'
      return new Promise((resolve) => {
        end.current = resolve
        void form.handleSubmit(
          (fields) => submit.current(fields),
          () => resolve('invalid'),
        )()
      })
    }),
  )
  current.current = autosave
  useEffect(() => {
    $editor.set(autosave)
    const watching = form.watch((_values, { name }) => {
      // A reset, such as after a save, names no field. After a conflict, it brings the merged version.
      if (name !== undefined || autosave.$state.get() === 'conflict') autosave.change()
    })
    addEventListener('online', autosave.retry)
    return () => {
      removeEventListener('online', autosave.retry)
      watching.unsubscribe()
      autosave.close()
      if ($editor.get() === autosave) $editor.set(undefined)
    }
  }, [form, autosave])
  useEffect(() => {
    if (conflict) end.current('conflict')
  })
  const state = useStore(autosave.$state)
  // What waits is still sent when the screen is left.
  useUnloadWarning(state !== 'saved', state === 'waiting' || state === 'saving')
  return state
}
