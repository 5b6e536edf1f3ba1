import { useState } from 'react'
import { plural } from '#src/contract/plural.ts'
import {
  bulkInviteSentence,
  INVITE_OUTCOMES,
  type InviteOutcome,
  type InvitePreviewLine,
  MOST_INVITE_LINES,
  readInviteFile,
  type VendorInviteInput,
} from '#src/contract/vendor-invite.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { FileButton } from '../../blocks/FileButton.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { inviteAll, previewFile, STALE_CONTACTS } from './invite-calls.ts'

/** Lines of a file, with what will happen to each or, once they were sent, what did. */
type Shown = { lines: InvitePreviewLine[]; isSent: boolean }

/** Invites the people of a file, after showing what will happen to each line. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [shown, show] = useState<Shown>()
  const preview = useSave({
    save: previewFile,
    failed: 'Failed to read the lines',
    onDone: (lines) => show({ lines, isSent: false }),
  })
  const fresh = shown?.lines.filter(({ outcome }) => outcome === 'new') ?? []
  const send = useSave({
    save: inviteAll,
    done: bulkInviteSentence,
    failed: 'Failed to send the invitations',
    stale: STALE_CONTACTS,
    onDone: (outcomes) => show({ lines: withOutcomes(shown?.lines ?? [], outcomes), isSent: true }),
  })
  const lines = readInviteFile(text)
  const isDirty = lines.length > 0 && !shown?.isSent
  useUnloadWarning(isDirty)
  const close = useCloseGuard(onClose, () => isDirty, 'No one has been invited, and the lines will be lost.')
  return (
    <Dialog
      isOpen
      title="Invite from a file"
      onClose={close}
      actions={
        shown ? (
          <>
            {!shown.isSent && (
              <SendButtons
                count={fresh.length}
                isBusy={send.isPending}
                onSend={() => send.mutate(fresh.map(toEntry))}
                onBack={() => show(undefined)}
              />
            )}
            <Button variant="outline" onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <>
            <PreviewButton count={lines.length} isBusy={preview.isPending} onPress={() => preview.mutate(lines)} />
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
          </>
        )
      }
    >
      {shown ? <Lines {...shown} /> : <Source text={text} count={lines.length} onChange={setText} />}
    </Dialog>
  )
}

type SendProps = { count: number; isBusy: boolean; onSend: () => void; onBack: () => void }

function SendButtons({ count, isBusy, onSend, onBack }: SendProps) {
  return (
    <>
      <Button disabled={count === 0} isBusy={isBusy} onClick={onSend}>
        {isBusy ? 'Sending...' : `Send ${plural(count, 'invitation')}`}
      </Button>
      <Button variant="outline" onClick={onBack}>
        Back
      </Button>
    </>
  )
}

function PreviewButton({ count, isBusy, onPress }: { count: number; isBusy: boolean; onPress: () => void }) {
  return (
    <Button disabled={count === 0 || count > MOST_INVITE_LINES} isBusy={isBusy} onClick={onPress}>
      {isBusy ? 'Reading...' : 'Preview'}
    </Button>
  )
}

const toEntry = ({ vendorId, name, email }: InvitePreviewLine): VendorInviteInput => ({
  vendorId: vendorId ?? '',
  name: name.trim(),
  email,
})

/** The lines with what became of those that were sent, which are the new ones in their order. */
function withOutcomes(lines: readonly InvitePreviewLine[], outcomes: readonly InviteOutcome[]): InvitePreviewLine[] {
  let at = 0
  return lines.map((line) => (line.outcome === 'new' ? { ...line, outcome: outcomes[at++] ?? 'new' } : line))
}

type SourceProps = { text: string; count: number; onChange: (text: string) => void }

function Source({ text, count, onChange }: SourceProps) {
  const tooLong = `${plural(count, 'line')}; a file may have at most ${MOST_INVITE_LINES}`
  return (
    <div className="grid gap-4">
      <p className="leading-snug">
        One person in a line: vendor, name, email address. Vendors are found by their names in the library. Nothing is
        sent before you have seen what will happen to each line.
      </p>
      <FileButton
        variant="outline"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onFiles={async ([file]) => {
          if (file) onChange(await file.text())
        }}
      >
        Choose a CSV file
      </FileButton>
      <TextArea
        label="Or paste the lines"
        rows={8}
        spellCheck={false}
        value={text}
        placeholder="Gauge & Co, Maria Ortiz, maria@gauge.example"
        hint={count > 0 && count <= MOST_INVITE_LINES ? plural(count, 'line') : undefined}
        error={count > MOST_INVITE_LINES ? tooLong : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

/** Every line with what happens to it, in words. */
function Lines({ lines, isSent }: Shown) {
  return (
    <>
      <p role="status" className="mb-4 leading-snug">
        {isSent
          ? 'This is what has happened to each line.'
          : `${plural(lines.length, 'line')}, ${plural(lines.filter(({ outcome }) => outcome === 'new').length, 'invitation')} to send. Nothing has been sent yet.`}
      </p>
      <ol className="max-h-[50dvh] overflow-auto border-line border-t">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file do not change their places
          <li key={at} className="grid gap-1 border-line border-b py-2.5 leading-snug [overflow-wrap:anywhere]">
            <span>
              <span className="font-semibold">{line.name || 'No name'}</span>, {line.vendor || 'no vendor'}
              <span className="block text-[.9375rem] text-soft">{line.email || 'no address'}</span>
            </span>
            {line.outcome === 'new' ? (
              <span>
                <Badge tone="good">{isSent ? 'Invitation sent' : INVITE_OUTCOMES.new}</Badge>
              </span>
            ) : (
              <span className="font-semibold text-[.9375rem]">{INVITE_OUTCOMES[line.outcome]}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
