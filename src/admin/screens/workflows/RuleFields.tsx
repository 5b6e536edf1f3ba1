import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import {
  isEventAudience,
  MAIL_ANCHORS,
  MAIL_AUDIENCES,
  MAIL_CONDITIONS,
  type MailAnchor,
  type MailCondition,
  subjectOf,
  WEEKEND_RULES,
} from '#src/contract/mail-rule.ts'
import { capitalize } from '#src/contract/plural.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { NumberField, SelectField, TextField, useError } from '../../blocks/fields.tsx'
import { MailTexts } from './MailTexts.tsx'
import { rulesQuery } from './rule-calls.ts'
import { audiencesOf, countPeople, LABELS, type RuleValues, timesOf, WHEN_WORDS } from './rule-words.ts'

/** The fields of a rule. */
export function RuleFields() {
  const anchor = useWatch<RuleValues, 'anchor'>({ name: 'anchor' })
  return (
    <>
      <TextField name="title" label={LABELS.title} maxLength={100} />
      <AnchorField />
      <TimeFields />
      <SelectField
        name="audience"
        label={LABELS.audience}
        hint={<AudienceCount />}
        options={audiencesOf(anchor).map((audience) => [audience, MAIL_AUDIENCES[audience]])}
      />
      {subjectOf(anchor) === 'event' && <ConditionFields />}
      <LateField />
      <WeekendField />
      <MailTexts />
    </>
  )
}

/** How many people the chosen audience has at the next event. */
function AudienceCount() {
  const { data } = useQuery(rulesQuery)
  const [audience, anchor] = useWatch<RuleValues, ['audience', 'anchor']>({ name: ['audience', 'anchor'] })
  const next = data?.next
  if (!next || !isEventAudience(audience) || anchor === 'week') return null
  return `${countPeople(next.people[audience])} at the next event, ${next.eventName}`
}

const ANCHORS = Object.entries(MAIL_ANCHORS).map(([anchor, words]) => [anchor, capitalize(words)] as const)

/** What the time counts from. Choosing it also chooses the audience where only one is possible. */
function AnchorField() {
  const { setValue, getValues } = useFormContext<RuleValues>()
  const { field } = useController<RuleValues, 'anchor'>({ name: 'anchor' })
  const choose = (anchor: MailAnchor) => {
    field.onChange(anchor)
    const possible = audiencesOf(anchor)
    const [first] = possible
    if (first && !possible.includes(getValues('audience'))) setValue('audience', first, { shouldDirty: true })
    if (subjectOf(anchor) !== 'event') setValue('conditions', [], { shouldDirty: true })
    const [time] = timesOf(anchor)
    if (time && !timesOf(anchor).includes(getValues('when'))) setValue('when', time, { shouldDirty: true })
  }
  return (
    <Select
      label={LABELS.anchor}
      ref={field.ref}
      name={field.name}
      value={field.value}
      onBlur={field.onBlur}
      // The options are the anchors.
      onChange={({ target }) => choose(target.value as MailAnchor)}
      error={useError('anchor')}
      options={ANCHORS}
    />
  )
}

/** When a mail goes out: days from its anchor, and a time of day. */
export function TimeFields() {
  const [when, anchor] = useWatch<RuleValues, ['when', 'anchor']>({ name: ['when', 'anchor'] })
  const options = timesOf(anchor).map((time) => [time, WHEN_WORDS[time]] as const)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)] sm:items-start">
      <SelectField name="when" label={LABELS.when} options={options} />
      {(when === 'before' || when === 'after') && <NumberField name="days" label={LABELS.days} />}
      {when !== 'at-once' && <TextField name="at" label={LABELS.at} type="time" />}
    </div>
  )
}

/** What has to be true of an event for its people to get the mail. */
export function ConditionFields() {
  const { field } = useController<RuleValues, 'conditions'>({ name: 'conditions' })
  // Object.entries knows no key types.
  const conditions = Object.entries(MAIL_CONDITIONS) as [MailCondition, string][]
  const toggle = (condition: MailCondition, isOn: boolean) =>
    field.onChange(
      conditions.map(([one]) => one).filter((one) => (one === condition ? isOn : field.value.includes(one))),
    )
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 font-semibold">{LABELS.conditions}</legend>
      {conditions.map(([condition, words]) => (
        <Checkbox
          key={condition}
          label={words}
          checked={field.value.includes(condition)}
          onChange={({ target }) => toggle(condition, target.checked)}
          onBlur={field.onBlur}
        />
      ))}
    </fieldset>
  )
}

/** For how long after its time a mail is still sent. */
export function LateField() {
  return (
    <NumberField
      name="lateHours"
      label={LABELS.lateHours}
      hint="An email that cannot be sent within this time is never sent."
    />
  )
}

/** What happens to a mail whose day is a Saturday or Sunday. */
export function WeekendField() {
  return <SelectField name="weekend" label={LABELS.weekend} options={Object.entries(WEEKEND_RULES)} />
}
