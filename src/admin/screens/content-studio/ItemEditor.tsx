import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { ChangeItem } from '#src/contract/change-set.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { setupFactsQuery } from '../event-setup/event-calls.ts'
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
  const [{ toValues, toInput, resolver, labels, texts, Inputs }] = useState(subject)
  const queries = useQueryClient()
  const edit = useVersionedForm<ChangeItem, Values, Values, ChangeItem>({
    row: item,
    getFields: (stored) => toValues((stored ?? item).value),
    resolver,
    labels,
    ...(texts && { texts }),
    save: async ({ fields, over = item }) => {
      const saved = await saveItem(setId, item.id, { value: toInput(fields), version: over.version })
      return { ...over, ...saved }
    },
    refetch: async () => {
      const set = await queries.fetchQuery({ ...changeSetQuery(setId), staleTime: 0 })
      return set.changeItems.find(({ id }) => id === item.id)
    },
    done: '',
    failed: 'Failed to save',
    stale: [[CHANGE_SETS]],
    getRow: (stored) => stored,
  })
  const state = useAutosave(edit)
  return (
    <FormProvider {...edit.form}>
      <form
        aria-label={`Changes of ${item.label}`}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-5"
      >
        <Inputs id={item.subjectId} />
        <p role="status" className={`text-[.9375rem] ${state.isBad ? 'font-semibold text-stop-ink' : 'text-soft'}`}>
          {state.words}
        </p>
      </form>
      {edit.conflict}
    </FormProvider>
  )
}

const PAUSE = 700

type Edit = ReturnType<typeof useVersionedForm<ChangeItem, Values, Values, ChangeItem>>

/** Saves when typing pauses, and says how it stands. A form that the record would refuse is not saved. */
function useAutosave({ form, onSubmit, isBusy, row }: Edit): { words: string; isBad: boolean } {
  const [isInvalid, setInvalid] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const busy = useRef(isBusy)
  busy.current = isBusy
  const submit = useRef(onSubmit)
  submit.current = onSubmit
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = async () => {
      if (busy.current) return later()
      const isValid = await form.trigger()
      setInvalid(!isValid)
      setWaiting(false)
      if (isValid) await form.handleSubmit((fields) => submit.current(fields))()
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void save(), PAUSE)
    }
    const watching = form.watch((_values, { name }) => {
      // A reset, such as after a save, names no field.
      if (name === undefined) return
      setWaiting(true)
      later()
    })
    return () => {
      watching.unsubscribe()
      if (timer !== undefined) void save()
      clearTimeout(timer)
    }
  }, [form])
  useUnloadWarning(isWaiting || isBusy || isInvalid)
  if (isInvalid) return { words: 'Not saved. Correct the marked fields.', isBad: true }
  if (isWaiting || isBusy) return { words: 'Saving...', isBad: false }
  return {
    words: row && row.version > 1 ? 'All changes are saved in this set.' : 'Changes are saved as you type.',
    isBad: false,
  }
}
