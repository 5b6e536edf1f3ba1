import { useStore } from '@nanostores/react'
import { answerText, contactLine, type LogisticsForm, sectionsOf } from '#src/contract/logistics.ts'
import { isOnRunSheet } from '#src/contract/logistics-sections.ts'
import { ownDeliveries } from './form.ts'
import { describeDelivery } from './OwnDeliveries.tsx'

/** The id of the sheet. It gets the focus when the form becomes one. */
export const RUN_SHEET = 'run-sheet'

/** What somebody needs on the day: their own times, where it is, whom to call and what happens when. It prints on its own. */
export function RunSheet({ form }: { form: LogisticsForm }) {
  const { person, event, setup, agenda, shared, sections, contact } = form
  const own = sectionsOf(person.role)
    .filter(({ key }) => isOnRunSheet(key))
    .flatMap(({ key, fields }) =>
      fields
        .filter(({ isShared }) => !isShared)
        .map((field) => {
          const value = sections.find((one) => one.key === key)?.answers[field.key]?.value ?? null
          return { label: field.label, value: answerText(field, value) }
        }),
    )
    .filter(({ value }) => value !== '')
  const questions = contact ? [{ label: 'Questions', value: contactLine(contact) }] : []
  const state = useStore(ownDeliveries.$state, { ssr: 'initial' })
  const sent = state.status === 'ready' ? state.value : []
  const deliveries = sent.map((one) => ({ label: one.title, value: describeDelivery(one, event.zone).join('\n') }))
  return (
    <section
      id={RUN_SHEET}
      tabIndex={-1}
      className="plate px-5 py-7 outline-none sm:px-8"
      aria-labelledby="run-sheet-title"
    >
      <h2 id="run-sheet-title" className="display text-[2.25rem]">
        Your run sheet
      </h2>
      <p className="mt-2 leading-snug">Thank you, your answers are in. This page always shows the latest state.</p>
      <Facts title="On site" facts={[...place(event), ...shared, ...questions]} />
      <Facts title="Yours" facts={own} />
      <Facts title="Your deliveries" facts={deliveries} />
      <Facts title="Set-up and tear-down" facts={setup.map(({ when, title }) => ({ label: when, value: title }))} />
      {agenda.length > 0 && (
        <Facts title="Agenda" facts={agenda.map(({ timeSlot, title }) => ({ label: timeSlot, value: title }))} />
      )}
    </section>
  )
}

function place({ times, venueName, venueAddress, city }: LogisticsForm['event']) {
  const where = [venueName, venueAddress, city].filter(Boolean).join('\n')
  return [{ label: 'Workshop', value: times }, ...(where ? [{ label: 'Address', value: where }] : [])]
}

function Facts({ title, facts }: { title: string; facts: readonly { label: string; value: string }[] }) {
  if (facts.length === 0) return null
  return (
    <div>
      <h3 className="label mt-7 border-plate-line border-t pt-4 text-[1.375rem]">{title}</h3>
      <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(9rem,auto)_1fr]">
        {facts.map(({ label, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries of an agenda may say the same, and none moves
          <div key={at} className="grid gap-x-8 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
