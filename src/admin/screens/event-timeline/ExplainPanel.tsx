import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ExplainedPerson, Explanation } from '#src/contract/event-timeline.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { Person, sayMail } from './MailRow.tsx'
import { explainMail } from './timeline-calls.ts'

type ExplainProps = { eventId: string; timeZone: string }

/** Why somebody got the emails of this event, or did not. */
export function ExplainPanel({ eventId, timeZone }: ExplainProps) {
  const [typed, type] = useState('')
  const [asked, ask] = useState<string>()
  const query = useQuery({
    queryKey: ['timeline', eventId, 'explain', asked],
    queryFn: () => explainMail(eventId, asked ?? ''),
    enabled: asked !== undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = typed.trim()
    if (words.length > 1) ask(words)
  }
  return (
    <Panel title="Who got which email, and why">
      <div className="grid gap-4 px-5 py-4">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-[1_1_14rem]">
            <TextInput
              label="Name or email address"
              type="search"
              maxLength={254}
              value={typed}
              onChange={({ target }) => type(target.value)}
            />
          </div>
          <Button type="submit" variant="outline">
            Explain
          </Button>
        </form>
        {asked !== undefined && (
          <Shown query={query} what="the explanation">
            {({ people }) => <Explained people={people} eventId={eventId} timeZone={timeZone} />}
          </Shown>
        )}
      </div>
    </Panel>
  )
}

function Explained({ people, eventId, timeZone }: ExplainProps & { people: readonly ExplainedPerson[] }) {
  if (people.length === 0)
    return (
      <p role="status">
        No email of this event is for somebody of this name. Enter the whole email address to see why.
      </p>
    )
  return people.map(({ name, recipient, explanations }) => {
    const mail = explanations.find((one) => one.mail)?.mail
    return (
      <section key={`${name} ${recipient}`} role="status">
        {mail ? <Person eventId={eventId} person={mail} /> : <b>{recipient}</b>}
        {explanations.length === 0 && <p className="text-soft">There are no workflows yet.</p>}
        <ul className="mt-2 border-line border-t">
          {explanations.map((one) => (
            <li key={`${one.ruleId} ${one.mail?.id}`} className="border-line border-b py-2.5 leading-snug">
              <p className="font-semibold">{one.title}</p>
              <p className="text-[.9375rem]">{explain(one, timeZone)}</p>
              {one.trouble && <p className="text-[.9375rem] text-stop-ink">{`It did not arrive: ${one.trouble}`}</p>}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** `In the audience “Team of the event”. Sent Thu, Jan 14, 9:02 AM CST, from version 2.` */
function explain({ audience, mail, verdict }: Explanation, timeZone: string): string {
  if (mail) return `In the audience “${audience}”. ${sayMail(mail, timeZone)}`
  return verdict ?? `Not in the audience “${audience}”.`
}
