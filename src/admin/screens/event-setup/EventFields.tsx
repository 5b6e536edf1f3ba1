import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import type { EventValues } from './event-values.ts'
import { FallbackShown } from './readiness-context.tsx'

type Name = keyof EventValues

/** A section of the form with its heading. */
export function FormSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-ink border-t-2 pt-4 first:border-t-0 first:pt-0">
      <h2 id={id} className="label text-[1.5rem]">
        {title}
      </h2>
      {lead && <p className="mt-1 max-w-xl text-[.9375rem] text-soft leading-snug">{lead}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  )
}

/** Two fields beside each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
}

/** A dialog that a part of the form opens. Within the form, Enter in one of its fields would save the event. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return createPortal(children, document.body)
}

type EventTextProps = Omit<Parameters<typeof TextField>[0], 'name' | 'label'> & { name: Name }

/** A text field with its label, and with the text that the page shows while the field is empty. */
export function EventText({ name, hint, ...rest }: EventTextProps) {
  return <TextField {...rest} name={name} label={EVENT_LABELS[name]} hint={<Hint name={name}>{hint}</Hint>} />
}

type EventAreaProps = Omit<Parameters<typeof TextAreaField>[0], 'name' | 'label'> & { name: Name }

/** The same for several lines of text. */
export function EventArea({ name, hint, ...rest }: EventAreaProps) {
  return <TextAreaField {...rest} name={name} label={EVENT_LABELS[name]} hint={<Hint name={name}>{hint}</Hint>} />
}

function Hint({ name, children }: { name: Name; children: ReactNode }) {
  return (
    <>
      {children}
      <FallbackShown field={name} />
    </>
  )
}
