import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { isSame } from '#src/contract/versioned.ts'
import { DIFFERS_FROM_DEFAULT, type EventMailRule, REVERT_TO_DEFAULT } from '#src/contract/workflows.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { MailTexts } from '../workflows/MailTexts.tsx'
import { PreviewPanel } from '../workflows/PreviewPanel.tsx'
import { ConditionFields, LateField, TimeFields, WeekendField } from '../workflows/RuleFields.tsx'
import { STALE_RULES } from '../workflows/rule-calls.ts'
import { atItsField, readRule, ruleResolver, toValues } from '../workflows/rule-values.ts'
import { DESCRIBED, LABELS, type RuleValues } from '../workflows/rule-words.ts'
import { eventRulesQuery, findOverrides, saveEventRule } from './event-rule-calls.ts'

type OverrideDialogProps = { eventId: string; rule: EventMailRule; onClose: () => void }

/** The form of what one event does differently from a rule. A field with the rule's own value follows the rule. */
export function OverrideDialog({ eventId, rule, onClose }: OverrideDialogProps) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: rule,
    getFields: (row) => toValues({ title: rule.title, definition: (row ?? rule).effective }),
    resolver: ruleResolver,
    labels: LABELS,
    texts: DESCRIBED,
    save: async ({ fields, over = rule }) => {
      const own = readRule(fields)?.definition
      if (!own) throw new Error('The form could not be checked')
      const { version, isSkipped, standard } = over
      const overrides = findOverrides(standard, own)
      return atItsField(() => saveEventRule(eventId, { ruleId: rule.ruleId, version, isSkipped, overrides }))
    },
    refetch: async () =>
      (await queries.fetchQuery(eventRulesQuery(eventId))).items.find(({ ruleId }) => ruleId === rule.ruleId),
    done: 'Workflow saved for this event',
    failed: 'Failed to save workflow for this event',
    stale: STALE_RULES,
    onSaved: onClose,
  })
  const standard = toValues({ title: rule.title, definition: (edit.row ?? rule).standard })
  const differs = (...fields: (keyof RuleValues)[]) => <Differs fields={fields} standard={standard} />
  return (
    <FormDialog
      {...edit}
      title={`${rule.title}, for this event`}
      lead={<p>What you change here applies to this event alone. Everything else follows the workflow.</p>}
      label="Save for this event"
      loss="Your changes for this event will be lost."
      onClose={onClose}
    >
      <Own below={differs('when', 'days', 'at')}>
        <TimeFields />
      </Own>
      <Own below={differs('conditions')}>
        <ConditionFields />
      </Own>
      <Own below={differs('lateHours')}>
        <LateField />
      </Own>
      <Own below={differs('weekend')}>
        <WeekendField />
      </Own>
      <MailTexts below={differs} />
      <PreviewPanel form={edit.form} eventId={eventId} />
    </FormDialog>
  )
}

function Own({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <div className="grid gap-2">
      {children}
      {below}
    </div>
  )
}

/** Says that this event has its own value, and gives the rule's back. */
function Differs({ fields, standard }: { fields: (keyof RuleValues)[]; standard: RuleValues }) {
  const { setValue } = useFormContext<RuleValues>()
  const values = useWatch<RuleValues, (keyof RuleValues)[]>({ name: fields })
  if (fields.every((field, at) => isSame(values[at], standard[field]))) return null
  const revert = () => {
    for (const field of fields) setValue(field, standard[field], { shouldDirty: true, shouldValidate: true })
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="waiting">{DIFFERS_FROM_DEFAULT}</Badge>
      <Button variant="link" size="sm" onClick={revert} className="px-0!">
        {REVERT_TO_DEFAULT}
        <span className="sr-only">: {fields.map((field) => LABELS[field]).join(', ')}</span>
      </Button>
    </p>
  )
}
