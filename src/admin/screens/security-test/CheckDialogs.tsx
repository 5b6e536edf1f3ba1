import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { CHECK_STATE_LABELS, type CheckMark, type CheckState } from '#src/contract/checks.ts'
import { MUTE_ENDS, type MuteInput, muteEnd, muteInput } from '#src/contract/mute.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextAreaField } from '../../blocks/fields.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { historyQuery, muteCheck, STALE_CHECKS } from './check-calls.ts'

/** Their height says the same as their color. */
const BARS: Record<CheckState, string> = {
  fail: 'h-full bg-stop-ink',
  warn: 'h-4/6 bg-signal border border-line',
  pass: 'h-2/6 bg-[#2f9e68]',
  unknown: 'h-full border border-line border-dashed',
}

/** The last runs as bars, oldest first. */
export function HistoryStrip({ history }: { history: readonly Pick<CheckMark, 'at' | 'state'>[] }) {
  const count = (state: CheckState) => history.filter((mark) => mark.state === state).length
  const words = (['fail', 'warn', 'unknown', 'pass'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${CHECK_STATE_LABELS[state].toLowerCase()}`)
  return (
    <div
      role="img"
      aria-label={`Last ${history.length} runs: ${words.join(', ')}`}
      className="flex h-6 items-end gap-0.5"
    >
      {history.map(({ at, state }) => (
        <span
          key={at}
          title={`${formatMoment(at)}: ${CHECK_STATE_LABELS[state]}`}
          className={`w-1.5 rounded-sm ${BARS[state]}`}
        />
      ))}
    </div>
  )
}

type OpenDialog = { checkKey: string; title: string; onClose: () => void }

/** Every run of a check that is kept. */
export function HistoryDialog({ checkKey, title, onClose }: OpenDialog) {
  const query = useQuery(historyQuery(checkKey))
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <p className="mt-3 text-soft leading-snug">Runs of the last 90 days, newest first.</p>
      <div className="mt-4">
        <Shown query={query} what="the history">
          {(marks) => (
            <ol className="grid gap-3">
              {marks.map(({ at, state, said }) => (
                <li key={at} className="leading-snug [overflow-wrap:anywhere]">
                  <p className="text-[.875rem] text-soft">{formatMoment(at)}</p>
                  <p>
                    <span className="font-semibold">{CHECK_STATE_LABELS[state]}.</span> {said}
                  </p>
                </li>
              ))}
            </ol>
          )}
        </Shown>
      </div>
      <Button variant="outline" className="mt-6" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}

const muteFields = z.object({ reason: muteInput.shape.reason, days: z.string() })

/** Asks why and for how long a check is not announced. */
export function MuteDialog({ checkKey, title, onClose }: OpenDialog) {
  const form = useForm({ resolver: zodResolver(muteFields), defaultValues: { reason: '', days: '7' } })
  const save = useSave({
    save: (input: MuteInput) => muteCheck(checkKey, input),
    done: `${title} is muted`,
    failed: 'Failed to mute',
    stale: STALE_CHECKS,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Mute ${title}`}
      lead="The check still runs and shows what it finds. The owners get no email about it until the mute ends."
      form={form}
      label="Mute"
      busyLabel="Muting..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={({ reason, days }) => save.mutate({ reason, until: muteEnd(days, Date.now()) })}
    >
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} hint="Shown to other admins." />
      <SelectField name="days" label="Duration" options={MUTE_ENDS} />
    </FormDialog>
  )
}
