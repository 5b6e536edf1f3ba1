import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { MAIL_PLACEHOLDERS } from '#src/contract/mail-placeholder.ts'
import { subjectOf } from '#src/contract/mail-rule.ts'
import type { MailPreview, PreviewRecipient } from '#src/contract/workflow-trial.ts'
import { type MailRulePreviewInput, testMailSent } from '#src/contract/workflows.ts'
import { useSettled } from '#src/islands/use-search.ts'
import { Select } from '#src/ui/Select.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { getDay } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { eventChoicesQuery, previewQuery, sendTest } from './rule-calls.ts'
import { readRule } from './rule-values.ts'
import { countPeople, type RuleValues } from './rule-words.ts'

/** The preview follows what is typed after this pause, in milliseconds. */
const PAUSE = 500

type PreviewPanelProps = {
  form: UseFormReturn<RuleValues, unknown, RuleValues>
  /** The one event that it is about, where it is about one. */
  eventId?: string
}

/** The mail as one recipient of one event would get it, and a test of it. */
export function PreviewPanel({ form, eventId }: PreviewPanelProps) {
  const values: RuleValues = JSON.parse(useSettled(JSON.stringify(useWatch({ control: form.control })), PAUSE))
  const definition = readRule({ ...values, title: 'Preview' })?.definition
  const isOfEvents = subjectOf(values.anchor) === 'event'
  const [event, chooseEvent] = useState<string>()
  const [recipientId, chooseSubject] = useState<string | null>(null)
  const events = useQuery({ ...eventChoicesQuery, enabled: eventId === undefined && isOfEvents })
  const chosen = isOfEvents ? (eventId ?? event ?? events.data?.[0]?.id) : null
  const input = definition && chosen !== undefined ? { definition, eventId: chosen, recipientId } : undefined
  const isWithoutEvent = isOfEvents && events.data?.length === 0
  return (
    <Panel title="Preview">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:px-5">
        {isOfEvents && events.data && events.data.length > 0 && (
          <Select
            label="Event"
            value={chosen ?? ''}
            onChange={({ target }) => {
              chooseEvent(target.value)
              chooseSubject(null)
            }}
            options={events.data.map(({ id, eventName, eventDate }) => [id, `${eventName}, ${getDay(eventDate)}`])}
          />
        )}
        {!definition && <p className="text-soft">The preview appears once subject and text are complete.</p>}
        {isWithoutEvent && <p className="text-soft">Add an event to see a preview.</p>}
        {input && <Rendered input={input} onChoose={chooseSubject} />}
      </div>
    </Panel>
  )
}

type RenderedProps = { input: MailRulePreviewInput; onChoose: (recipientId: string | null) => void }

function Rendered({ input, onChoose }: RenderedProps) {
  const query = useQuery({ ...previewQuery(input), placeholderData: keepPreviousData })
  const test = useSave({
    save: () => sendTest(input),
    done: ({ sentTo }) => testMailSent(sentTo),
    failed: 'Failed to send test email',
  })
  return (
    <Shown query={query} what="the preview">
      {(preview) => (
        <>
          <Recipients preview={preview} onChoose={onChoose} />
          <Letter {...preview} />
          <div>
            <ActionButton isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
              {test.isPending ? 'Sending...' : 'Send a test to myself'}
            </ActionButton>
          </div>
        </>
      )}
    </Shown>
  )
}

const nameOf = ({ name, masked }: PreviewRecipient) => (name ? `${name} (${masked})` : masked)

function Recipients({ preview, onChoose }: { preview: MailPreview; onChoose: (recipientId: string | null) => void }) {
  const { recipient, recipients, people } = preview
  if (!recipient)
    return <p className="text-soft leading-snug">The audience is empty. The email is shown without a recipient.</p>
  return (
    <Select
      label="Recipient"
      value={recipient.recipientId}
      onChange={({ target }) => onChoose(target.value)}
      hint={
        people > recipients.length ? `The first ${recipients.length} of ${countPeople(people)}.` : countPeople(people)
      }
      options={recipients.map((one) => [one.recipientId, nameOf(one)])}
    />
  )
}

const FORMS = [
  ['html', 'HTML'],
  ['text', 'Plain text'],
] as const

/** Subject and content in both forms, and the placeholders that have no value. */
function Letter({ subject, html, text, empty }: MailPreview) {
  const [form, choose] = useState<'html' | 'text'>('html')
  return (
    <>
      {empty.length > 0 && (
        <p role="status" className="border-signal border-l-8 pl-4 leading-snug">
          Without a value here: <b>{empty.map((name) => `${MAIL_PLACEHOLDERS[name].label} {{${name}}}`).join(', ')}</b>.
          Their paragraphs are left out.
        </p>
      )}
      <p className="leading-snug [overflow-wrap:anywhere]">
        <span className="text-soft">Subject:</span> <b>{subject}</b>
      </p>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="sr-only">Form of the preview</legend>
        {FORMS.map(([value, words]) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-2 font-semibold">
            <input
              type="radio"
              name="preview-form"
              checked={form === value}
              onChange={() => choose(value)}
              className="size-6 accent-(--tick)"
            />
            {words}
          </label>
        ))}
      </fieldset>
      {form === 'html' ? (
        <LetterFrame html={html} />
      ) : (
        <pre className="whitespace-pre-wrap rounded-md border-2 border-line p-4 text-[.875rem] [overflow-wrap:anywhere]">
          {text}
        </pre>
      )}
    </>
  )
}

/**
 * The HTML of a mail in a frame of its own in which no script runs. Its links open in a new tab. The site's policy allows no style
 * in markup, so the styles of the mail are set one by one. (security MR1)
 */
function LetterFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fill = () => fillFrame(element, html)
    fill()
    // Some browsers replace the first document of a frame after it has loaded.
    element.addEventListener('load', fill)
    return () => element.removeEventListener('load', fill)
  }, [html])
  return (
    <iframe
      ref={frame}
      title="Preview of the email"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      className="h-128 w-full rounded-md border-2 border-line bg-white"
    />
  )
}

function fillFrame(frame: HTMLIFrameElement, html: string): void {
  const page = frame.contentDocument
  if (!page) return
  const letter = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html')
  for (const link of letter.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noreferrer'
  }
  const body = page.importNode(letter.body, true)
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset.style ?? ''
    delete element.dataset.style
  }
  page.documentElement.lang = 'en'
  page.title = letter.title
  page.body.replaceWith(body)
}
