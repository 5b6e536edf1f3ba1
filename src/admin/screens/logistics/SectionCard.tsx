import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Answers, type AnswerValue, answerText, sectionsOf } from '#src/contract/logistics.ts'
import type { PersonDetail, PersonSection } from '#src/contract/logistics-board.ts'
import type { LogisticsSection } from '#src/contract/logistics-sections.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { momentIn } from '../../blocks/moment.ts'
import { FactList } from '../../blocks/Panel.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { decideRequest, LOGISTICS, openSection } from './logistics-calls.ts'

type CardProps = { eventId: string; detail: PersonDetail; section: PersonSection }

const SOURCES = { web: '', phone: 'By phone', mail: 'By mail' }

/** One section of a person. A sensitive one is folded: reading it is a press of its own, which is audited. (security LG6) */
export function SectionCard({ eventId, detail, section }: CardProps) {
  const { person, timeZone } = detail
  const definition = sectionsOf(person.role).find(({ key }) => key === section.key)
  const [opened, setOpened] = useState<{ answers: Answers; values: Record<string, AnswerValue> | null }>()
  const [isEditing, setEditing] = useState<boolean>()
  const part = useRef<HTMLElement>(null)
  // The button that had the focus goes when the form opens, and the form when it is saved.
  useEffect(() => {
    if (isEditing === undefined) return
    const first = isEditing ? part.current?.querySelector<HTMLElement>('input, select, textarea') : part.current
    first?.focus()
  }, [isEditing])
  const read = useSave({
    save: () => openSection(eventId, person.id, section.key),
    failed: 'Failed to open the section',
    onDone: setOpened,
  })
  if (!definition) return null
  const answers = section.answers ?? opened?.answers
  const asked = section.request && (section.request.values ?? opened?.values ?? null)
  const reread = () => {
    setEditing(false)
    if (section.answers === null) read.mutate(undefined)
  }
  return (
    <section ref={part} tabIndex={-1} className="border-line border-t pt-4 outline-none">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="label text-[1.25rem]">{definition.title}</h3>
        {definition.isSensitive && <Badge>Sensitive</Badge>}
        {section.isFrozen && <Badge>Frozen</Badge>}
        {section.source !== null && SOURCES[section.source] !== '' && <Badge>{SOURCES[section.source]}</Badge>}
      </div>
      <p className="mb-3 text-[.875rem] text-soft">{`Will be deleted ${momentIn(timeZone, section.deletedAt)}.`}</p>
      {answers === undefined ? (
        <Folded isAnswered={section.isAnswered} isBusy={read.isPending} onOpen={() => read.mutate(undefined)} />
      ) : isEditing ? (
        <AnswerForm {...{ eventId, personId: person.id, definition, answers }} onDone={reread} />
      ) : (
        <>
          <FactList facts={toFacts(definition, answers)} />
          {!detail.isCancelled && (
            <Button variant="outline" size="sm" className="mt-3" onClick={() => setEditing(true)}>
              Answer for them<span className="sr-only">{`: ${definition.title}`}</span>
            </Button>
          )}
        </>
      )}
      {section.request && (
        <Request
          {...{ eventId, definition, version: person.version, request: section.request, answers, asked }}
          onDone={reread}
        />
      )}
    </section>
  )
}

function toFacts({ fields }: LogisticsSection, answers: Answers): (readonly [string, ReactNode])[] {
  return fields.map((field) => {
    const text = answerText(field, answers[field.key]?.value ?? null)
    return [field.label, text || <span className="text-soft">{field.isRequired ? 'Missing' : 'No answer'}</span>]
  })
}

type FoldedProps = { isAnswered: boolean; isBusy: boolean; onOpen: () => void }

function Folded({ isAnswered, isBusy, onOpen }: FoldedProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <p>{isAnswered ? 'There are answers.' : 'There is no answer yet.'}</p>
      <Button variant="outline" size="sm" isBusy={isBusy} onClick={onOpen}>
        Read this section
      </Button>
      <p className="text-[.875rem] text-soft">The audit log records that you read it.</p>
    </div>
  )
}

type RequestProps = {
  eventId: string
  definition: LogisticsSection
  version: number
  request: NonNullable<PersonSection['request']>
  answers: Answers | undefined
  /** Null until a sensitive section was opened. */
  asked: Record<string, AnswerValue> | null
  onDone: () => void
}

/** What somebody asks to change in a frozen section, with what is stored now. */
function Request({ eventId, definition, version, request, answers, asked, onDone }: RequestProps) {
  const [note, setNote] = useState('')
  const decide = useSave({
    save: (decision: 'accepted' | 'declined') => decideRequest(eventId, request.id, { decision, note, version }),
    done: (_answer, decision) => (decision === 'accepted' ? 'Change accepted' : 'Change declined'),
    failed: 'Failed to decide',
    stale: [[LOGISTICS, eventId]],
    onDone,
  })
  const fields = definition.fields.filter(({ key }) => request.fields.includes(key))
  return (
    <div className="admin-panel mt-4 grid gap-3 px-4 py-3">
      <p className="font-semibold">Change requested</p>
      {asked && answers ? (
        <ul className="grid gap-2">
          {fields.map((field) => (
            <li key={field.key}>
              <b>{field.label}</b>
              <span className="block">{`Now: ${answerText(field, answers[field.key]?.value ?? null) || 'no answer'}`}</span>
              <span className="block">{`Requested: ${answerText(field, asked[field.key] ?? null) || 'no answer'}`}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>Read the section to see what it changes.</p>
      )}
      <TextArea
        label="Note to them (optional)"
        hint={
          definition.isSensitive
            ? 'They get an email that you decided, and read the note on their form.'
            : 'They get an email with your decision and the note.'
        }
        rows={2}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" isBusy={decide.isPending} disabled={!asked} onClick={() => decide.mutate('accepted')}>
          Accept
        </Button>
        <Button variant="outline" size="sm" isBusy={decide.isPending} onClick={() => decide.mutate('declined')}>
          Decline
        </Button>
      </div>
    </div>
  )
}
