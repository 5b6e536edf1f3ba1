import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type EmergencyAction, type EmergencyLine, isSiteName, WRONG_NAME } from '#src/contract/emergency.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { countAction, emergencyQuery, performAction } from './emergency-calls.ts'

/**
 * How the whole page acts: for which site, and whether it only tries. Where the viewer may not act, `refusalId` is that of the
 * element that says why.
 */
export type Setting = { siteName: string; isDrill: boolean; refusalId: string | undefined }

/** What is wrong with what was filled in. */
export type FieldErrors = Partial<Record<'reason' | 'until' | 'email', string>>

type ActionCardProps = Setting & {
  title: string
  /** What it does, in a sentence. */
  lead: string
  /** What it is limited to. Fields that show their errors take them. */
  children?: ReactNode | ((errors: FieldErrors) => ReactNode)
  /** The buttons: what each says, the action it begins, and whether that takes back what was done. */
  choices: readonly { label: string; action: EmergencyAction; isUndoing?: boolean }[]
}

const NOT_CONFIRMED = 'Nothing was changed: you did not confirm your identity.'

function sayFault(fault: unknown): string {
  if (isCancelled(fault)) return NOT_CONFIRMED
  const { errors, detail } = toApiError(fault)
  return errors[0]?.message ?? detail
}

/** The errors that belong to a field, by the last part of its path: 'action.people.email'. */
function getFieldErrors(fault: unknown): FieldErrors {
  const named = toApiError(fault).errors.map(({ field, message }) => [field.split('.').at(-1), message])
  const { reason, until, email }: FieldErrors = Object.fromEntries(named)
  return { ...(reason && { reason }), ...(until && { until }), ...(email && { email }) }
}

type Chosen = ActionCardProps['choices'][number] & { id: string; sentence: string }

/** One action: what it is for, what it is limited to, and its button, which counts first. What was done stays below it. */
export function ActionCard({ title, lead, children, choices, ...setting }: ActionCardProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const [result, setResult] = useState<EmergencyLine>()
  const count = useMutation({
    mutationFn: ({ action }: ActionCardProps['choices'][number]) => countAction(action),
    onMutate: () => setResult(undefined),
    onSuccess: ({ sentence }, choice) => setChosen({ ...choice, sentence, id: crypto.randomUUID() }),
  })
  const { error } = count
  const card = useRef<HTMLDivElement>(null)
  const errors = error && typeof children === 'function' ? getFieldErrors(error) : {}
  useEffect(() => {
    if (error) card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return (
    <div ref={card} className="grid gap-3 border-line border-t px-5 py-5 first-of-type:border-t-0">
      <h3 className="font-bold text-[1.125rem]">{title}</h3>
      <p className="max-w-2xl leading-snug">{lead}</p>
      {typeof children === 'function' ? children(errors) : children}
      <div className="flex flex-wrap gap-3">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            variant={setting.isDrill || choice.isUndoing ? 'outline' : 'destructive'}
            size="sm"
            isBusy={count.isPending}
            disabled={setting.refusalId !== undefined}
            aria-describedby={setting.refusalId}
            onClick={() => count.mutate(choice)}
          >
            {choice.label}...
          </Button>
        ))}
      </div>
      <div role="status" className="empty:hidden">
        {error && Object.keys(errors).length === 0 && (
          <p className="font-semibold text-stop-ink leading-snug">{sayFault(error)}</p>
        )}
        {result && (
          <p className="border-signal border-l-8 pl-4 font-semibold leading-snug">
            {result.isDrill ? 'Drill recorded. ' : 'Done. '}
            {result.sentence} All owners get an email.
          </p>
        )}
      </div>
      {chosen && (
        <PerformDialog
          {...setting}
          chosen={chosen}
          title={title}
          onDone={setResult}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

type PerformDialogProps = Setting & {
  chosen: Chosen
  title: string
  onDone: (line: EmergencyLine) => void
  onClose: () => void
}

/** Says in numbers what will happen, and asks for the site's name. Enter pressed by mistake does nothing: Cancel has the focus. */
function PerformDialog({ chosen, title, siteName, isDrill, onDone, onClose }: PerformDialogProps) {
  const { label, action, isUndoing = false, id, sentence } = chosen
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const perform = useMutation({
    mutationFn: () => performAction({ id, action, isDrill, confirmation: typed }),
    onSuccess: async (line) => {
      onDone(line)
      onClose()
      await queries.invalidateQueries({ queryKey: emergencyQuery.queryKey })
    },
    onError: (fault) => setError(sayFault(fault)),
  })
  const submit = () => {
    if (perform.isPending) return
    const isRight = isSiteName(typed, siteName)
    setError(isRight ? undefined : WRONG_NAME)
    if (isRight) perform.mutate()
  }
  return (
    <Dialog isOpen title={isDrill ? `Drill: ${title}` : title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="grid gap-5 leading-snug"
      >
        {isDrill && (
          <p className="font-semibold">This is a drill: nothing will be changed. In an emergency, this would happen:</p>
        )}
        <p className={isDrill ? '' : 'font-semibold text-[1.125rem]'}>{sentence}</p>
        <TextInput
          label={`Type ${siteName} to go on`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
          autoComplete="off"
          spellCheck={false}
        />
        <DialogActions>
          <Button type="submit" variant={isDrill || isUndoing ? 'default' : 'destructive'} isBusy={perform.isPending}>
            {perform.isPending ? 'Working...' : isDrill ? 'Finish drill' : label}
          </Button>
          <Button variant="outline" onClick={onClose} data-focus-first>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
