import { useQuery, useQueryClient } from '@tanstack/react-query'
import { subjectOf } from '#src/contract/mail-rule.ts'
import { type MailRuleAnswer, RULE_SAVED } from '#src/contract/workflows.ts'
import { Button } from '#src/ui/Button.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { Screen, useFocusOnContent } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { EntryLink } from '../../library/EntryLink.tsx'
import { DryRunPanel } from './DryRunPanel.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { RuleFields } from './RuleFields.tsx'
import { addRule, changeRule, ruleQuery, STALE_RULES } from './rule-calls.ts'
import { atItsField, BLANK, readRule, ruleResolver, toValues } from './rule-values.ts'
import { DESCRIBED, LABELS, type RuleValues } from './rule-words.ts'
import { StateBadge } from './StateBadge.tsx'
import { useRemoval, useStateChanges } from './use-rule-actions.tsx'
import { ExceptionsPanel, VersionsPanel } from './VersionsPanel.tsx'

type RuleEditorProps = {
  /** Undefined for a rule that is not stored yet. */
  id: string | undefined
  /** The rule that a new one begins as a copy of. */
  copyOf: string | undefined
  onClose: () => void
}

/** The form of one rule with its preview, its dry run and its versions. */
export function RuleEditor({ id, copyOf, onClose }: RuleEditorProps) {
  useFocusOnContent()
  const source = id ?? copyOf
  const query = useQuery({ ...ruleQuery(source ?? ''), enabled: source !== undefined })
  const stored = id === undefined ? undefined : query.data
  return (
    <Screen
      title={id === undefined ? 'New workflow' : (stored?.rule.title ?? 'Workflow')}
      actions={
        <>
          {stored && <StateButtons answer={stored} onClose={onClose} />}
          <Button asChild variant="outline" size="sm">
            <EntryLink edit={undefined}>All workflows</EntryLink>
          </Button>
        </>
      }
    >
      {source === undefined ? (
        <RuleForm answer={undefined} onClose={onClose} />
      ) : (
        <Shown query={query} what="the workflow">
          {(answer) =>
            id === undefined ? (
              <RuleForm answer={undefined} copied={answer} onClose={onClose} />
            ) : (
              <RuleForm answer={answer} onClose={onClose} />
            )
          }
        </Shown>
      )}
    </Screen>
  )
}

function StateButtons({ answer: { rule }, onClose }: { answer: MailRuleAnswer; onClose: () => void }) {
  const changes = useStateChanges()
  const remove = useRemoval(onClose)
  return (
    <>
      <StateBadge state={rule.state} />
      {changes(rule).map(({ label, run }) => (
        <Button key={label} size="sm" variant={label === 'Turn on' ? 'default' : 'outline'} onClick={run}>
          {label}
        </Button>
      ))}
      <Button size="sm" variant="outline" onClick={() => remove(rule)}>
        Delete
      </Button>
    </>
  )
}

type RuleFormProps = { answer: MailRuleAnswer | undefined; copied?: MailRuleAnswer; onClose: () => void }
type Stored = { id: string; version: number; values: RuleValues }

const toStored = ({ rule }: MailRuleAnswer): Stored => ({ id: rule.id, version: rule.version, values: toValues(rule) })

function RuleForm({ answer, copied, onClose }: RuleFormProps) {
  const queries = useQueryClient()
  const id = answer?.rule.id
  const blank = copied ? { ...toValues(copied.rule), title: `Copy of ${copied.rule.title}`.slice(0, 100) } : BLANK
  const edit = useVersionedForm({
    row: answer && toStored(answer),
    getFields: (row) => row?.values ?? blank,
    resolver: ruleResolver,
    labels: LABELS,
    texts: DESCRIBED,
    save: async ({ fields, over, newId }) => {
      const rule = readRule(fields)
      if (!rule) throw new Error('The form could not be checked')
      return atItsField(() =>
        over ? changeRule(over.id, { ...rule, version: over.version }) : addRule({ ...rule, id: newId }),
      )
    },
    refetch: async (newId) => toStored(await queries.fetchQuery(ruleQuery(id ?? newId))),
    done: RULE_SAVED,
    failed: 'Failed to save workflow',
    hasRefusalToast: true,
    stale: STALE_RULES,
    ...(answer && { getRow: toStored }),
    onSaved: () => (answer ? undefined : onClose()),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {/* A grid of its own: the sticky preview must not cover what follows the form. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <div className="admin-panel min-w-0 px-4 py-6 sm:px-7">
          <EditForm {...edit} label="Save workflow" onCancel={onClose}>
            <RuleFields />
          </EditForm>
        </div>
        <div className="min-w-0 xl:sticky xl:top-20">
          <PreviewPanel form={edit.form} />
        </div>
      </div>
      <DryRunPanel id={id} form={edit.form} />
      {answer && subjectOf(answer.rule.definition.anchor) === 'event' && (
        <ExceptionsPanel exceptions={answer.exceptions} />
      )}
      {answer && <VersionsPanel answer={answer} isDirty={edit.form.formState.isDirty} />}
    </div>
  )
}
