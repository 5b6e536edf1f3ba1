import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import {
  type CorrectionGroup,
  type CorrectionPreview,
  NO_CORRECTION,
  NOTE_MAX,
  type OpenCorrection,
  SEND_CORRECTION,
  sayCorrection,
} from '#src/contract/mail-correction.ts'
import { plural } from '#src/contract/plural.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { correctionQuery, decideCorrection } from './timeline-calls.ts'

type BannerProps = { eventId: string; correction: OpenCorrection }

/** Asks whether people who were sent something that is no longer true get a correction. */
export function CorrectionBanner({ eventId, correction }: BannerProps) {
  const [isOpen, setOpen] = useState(false)
  const { people, facts, groups } = correction
  const stale = [['timeline', eventId], ['dashboard']]
  const decide = useSave({
    save: ({ decision, note }: { decision: 'sent' | 'declined'; note: string | null }) =>
      decideCorrection(eventId, { decision, note, facts }),
    done: (answer) =>
      answer.decision === 'sent' ? `Correction sent to ${plural(answer.people, 'recipient')}` : 'No correction is sent',
    failed: 'Failed to save the decision',
    stale,
    onDone: () => setOpen(false),
  })
  const decline = () =>
    confirm({
      title: 'Send no correction?',
      message: (
        <p>{`${plural(people, 'recipient')} keep what they were sent. You are asked again if the event changes again.`}</p>
      ),
      label: NO_CORRECTION,
      busyLabel: 'Saving...',
      variant: 'default',
      act: () => decide.mutateAsync({ decision: 'declined', note: null }),
    })
  return (
    <section aria-labelledby="correction" className="plate mb-6 flex overflow-hidden rounded-lg">
      <span aria-hidden="true" className="hazard w-3 shrink-0" />
      <div className="grid min-w-0 gap-3 px-5 py-4">
        <h2 id="correction" className="display text-[1.75rem] leading-tight">
          Send a correction?
        </h2>
        {groups.map((group) => (
          <Group key={JSON.stringify(group)} group={group} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setOpen(true)}>
            Preview correction
          </Button>
          <Button variant="outline" size="sm" isBusy={decide.isPending} onClick={decline}>
            {NO_CORRECTION}
          </Button>
        </div>
      </div>
      {isOpen && (
        <PreviewDialog
          eventId={eventId}
          isBusy={decide.isPending}
          onSend={(note) => decide.mutate({ decision: 'sent', note: note.trim() || null })}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

function Group({ group }: { group: CorrectionGroup }) {
  return (
    <div>
      <p className="font-semibold">{sayCorrection(group)}</p>
      <ul className="[overflow-wrap:anywhere]">
        {group.changes.map(({ label, before, now }) => (
          <li key={label}>{`${label}: ${before} → ${now}`}</li>
        ))}
      </ul>
    </div>
  )
}

type PreviewProps = { eventId: string; isBusy: boolean; onSend: (note: string) => void; onClose: () => void }

/** The mail as it would be sent, with a note. */
function PreviewDialog({ eventId, isBusy, onSend, onClose }: PreviewProps) {
  const [note, setNote] = useState('')
  const query = useQuery({ ...correctionQuery(eventId, useDeferredValue(note)), placeholderData: (before) => before })
  useUnloadWarning(note !== '')
  const close = useCloseGuard(onClose, () => note !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (query.data && !isBusy) onSend(note)
  }
  return (
    <Dialog isOpen title={SEND_CORRECTION} onClose={close}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextArea
          label="Note"
          hint={`Optional. At most ${NOTE_MAX.toLocaleString('en-US')} characters.`}
          rows={3}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Shown query={query} what="the preview">
          {({ letters }) => letters.map((letter) => <Letter key={letter.text} letter={letter} />)}
        </Shown>
        <DialogActions>
          <Button type="submit" isBusy={isBusy} disabled={!query.data}>
            {isBusy ? 'Sending...' : SEND_CORRECTION}
          </Button>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Letter({ letter: { people, name, subject, text } }: { letter: CorrectionPreview['letters'][number] }) {
  return (
    <section className="min-w-0 rounded-md border-2 border-line">
      <h3 className="border-line border-b px-4 py-2.5 leading-snug">
        <span className="block text-[.9375rem] text-soft">{`To ${plural(people, 'recipient')}${people > 1 && name ? `, this one to ${name}` : ''}`}</span>
        <b className="[overflow-wrap:anywhere]">{subject}</b>
      </h3>
      <p className="whitespace-pre-line px-4 py-3 text-[.9375rem] leading-normal [overflow-wrap:anywhere]">{text}</p>
    </section>
  )
}
