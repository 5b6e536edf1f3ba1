import { type FocusEvent, type ReactNode, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  findTextFaults,
  listPlaceholders,
  MAIL_PLACEHOLDERS,
  type MailPlaceholder,
} from '#src/contract/mail-placeholder.ts'
import { BODY_MAX, SUBJECT_MAX } from '#src/contract/mail-rule.ts'
import { capitalize } from '#src/contract/plural.ts'
import { useSettled } from '#src/islands/use-search.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useError } from '../../blocks/fields.tsx'
import { LABELS, type RuleValues } from './rule-words.ts'

/** Faults are shown once typing has paused for this long, in milliseconds. */
const PAUSE = 600

/** Subject and text of a mail, and the placeholders that can be put into them. `below` shows more below a field. */
export function MailTexts({ below }: { below?: (field: 'subject' | 'body') => ReactNode }) {
  const { register } = useFormContext<RuleValues>()
  const fault = useFaults()
  const latest = useRef<TextControl>(null)
  const texts = useRef<HTMLFieldSetElement>(null)
  const follow = ({ target }: FocusEvent) => {
    if (isTextControl(target)) latest.current = target
  }
  const insert = (name: MailPlaceholder) => {
    const control = latest.current ?? texts.current?.querySelector('textarea')
    if (control) insertAtCaret(control, `{{${name}}}`)
  }
  return (
    <fieldset ref={texts} onFocus={follow} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="sr-only">Email</legend>
      <div className="grid gap-1.5">
        <TextInput label={LABELS.subject} maxLength={SUBJECT_MAX} {...register('subject')} error={fault('subject')} />
        {below?.('subject')}
      </div>
      <div className="grid gap-1.5">
        <TextArea
          label={LABELS.body}
          rows={14}
          maxLength={BODY_MAX}
          {...register('body')}
          error={fault('body')}
          hint="Markdown: **bold**, *italics*, lists, headings and links. A link alone in a paragraph becomes a button if it leads to this site."
        />
        {below?.('body')}
      </div>
      <Placeholders onInsert={insert} />
    </fieldset>
  )
}

/** The error of a text: what a save found, or else what is wrong with its placeholders now. */
function useFaults(): (field: 'subject' | 'body') => string | undefined {
  const saved = { subject: useError('subject'), body: useError('body') }
  const [anchor, audience, subject, body] = useWatch<RuleValues, ['anchor', 'audience', 'subject', 'body']>({
    name: ['anchor', 'audience', 'subject', 'body'],
  })
  const settled: Parameters<typeof findTextFaults>[0] = JSON.parse(
    useSettled(JSON.stringify({ anchor, audience, subject, body }), PAUSE),
  )
  const faults = findTextFaults(settled)
  return (field) => saved[field] ?? faults.find((fault) => fault.field === field)?.message
}

type TextControl = HTMLInputElement | HTMLTextAreaElement
const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Puts text in place of the selection, as if it was typed, and leaves the caret behind it. */
function insertAtCaret(control: TextControl, text: string): void {
  control.focus()
  control.setRangeText(text, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end')
  control.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** What can be put into the texts of this rule, by what it is about. */
function Placeholders({ onInsert }: { onInsert: (name: MailPlaceholder) => void }) {
  const [anchor, audience] = useWatch<RuleValues, ['anchor', 'audience']>({ name: ['anchor', 'audience'] })
  const names = listPlaceholders(anchor, audience)
  const groups = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))]
  return (
    <details className="rounded-md border-2 border-line px-4 py-1">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Placeholders</summary>
      <p className="mb-2 text-[.9375rem] text-soft leading-snug">
        Each is replaced by a value for the recipient. A paragraph whose placeholder has no value is left out.
      </p>
      <dl className="grid gap-3 pb-3">
        {groups.map((group) => (
          <div key={group}>
            <dt className="text-[.875rem] text-soft">{capitalize(group)}</dt>
            <dd className="mt-1 flex flex-wrap gap-2">
              {names
                .filter((name) => name.startsWith(`${group}.`))
                .map((name) => (
                  <Button
                    key={name}
                    variant="outline"
                    size="sm"
                    title={`{{${name}}}, for example ${MAIL_PLACEHOLDERS[name].example}`}
                    onClick={() => onInsert(name)}
                  >
                    {MAIL_PLACEHOLDERS[name].label}
                    <span className="sr-only"> {`{{${name}}}`}</span>
                  </Button>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
