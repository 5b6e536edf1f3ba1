import { expect, test } from 'vitest'
import { eventInput } from '#src/contract/event.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { anEvent, emptyFields } from '#tests/support/event-fixture.ts'
import { blankValues, FIELDS, toDraft, toValues } from './event-values.ts'

const origin = 'https://register.uptime-workshops.example'
const schema = eventInput(origin)
const record = (changes: Partial<EventRecord> = {}): EventRecord => ({
  ...anEvent({ registrationUrl: `${origin}/tulsa` }),
  locationId: null,
  agendaTemplateGroupId: null,
  createdBy: null,
  unpublishedRevision: null,
  createdAt: 0,
  missing: [],
  staleHints: [],
  ...changes,
})

test('the form has every field that the API takes', () => {
  expect(FIELDS.toSorted()).toEqual(Object.keys(schema.shape).toSorted())
})

test('an event that is opened and saved untouched stays what it was', () => {
  for (const event of [record(), record({ ...emptyFields, registrationUrl: `${origin}/x`, earlyBirdPrice: 99.5 })]) {
    const values = { ...toValues(event), eventTimeStart: '08:30', eventTimeEnd: '15:45' }
    const saved = schema.parse(toDraft(values))
    for (const [field, value] of Object.entries(saved)) {
      if (field === 'eventTimeStart' || field === 'eventTimeEnd') continue
      const was = event[field as keyof EventRecord]
      expect([field, value]).toEqual([field, field === 'courseValue' ? (was ?? 750) : was])
    }
  }
})

test('numbers and lists are typed as people type them', () => {
  const draft = toDraft({
    ...blankValues(),
    earlyBirdPrice: ' 1,250.50 ',
    standardPrice: '',
    conservativeRoiPercentage: 'ten',
    workshopBenefits: 'One\n\n  Two \n',
  })
  expect(draft).toMatchObject({ earlyBirdPrice: 1250.5, standardPrice: null, workshopBenefits: ['One', 'Two'] })
  expect(schema.safeParse(draft).error?.issues.map(({ path }) => path[0])).toContain('conservativeRoiPercentage')
})

test('a blank form begins with the defaults and is refused for what is required alone', () => {
  const faults = schema.safeParse(toDraft(blankValues())).error?.issues.map(({ path }) => String(path[0])) ?? []
  expect([...new Set(faults)].toSorted()).toEqual([
    'earlyBirdPrice',
    'eventDate',
    'eventName',
    'eventSlug',
    'registrationUrl',
  ])
})
