import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import {
  type MailRuleAnswer,
  type MailRuleVersion,
  OVERRIDE_WORDS,
  RULE_SAVED,
  type RuleException,
} from '#src/contract/workflows.ts'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatMoment, getDay } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { revertRule, STALE_RULES } from './rule-calls.ts'
import { DEFINITION_WORDS, describeDefinition } from './rule-words.ts'

/** Every version of a rule: who saved it and when, what differs from the one before, and the way back to it. */
export function VersionsPanel({ answer: { rule, versions }, isDirty }: { answer: MailRuleAnswer; isDirty: boolean }) {
  const revert = useSave({
    save: (number: number) => revertRule(rule, number),
    done: RULE_SAVED,
    failed: 'Failed to save workflow',
    stale: STALE_RULES,
  })
  const ask = ({ number, madeByName, createdAt }: MailRuleVersion) =>
    confirm({
      title: `Go back to version ${number}?`,
      message: (
        <p>
          Time, audience and text become those that {madeByName} saved on {formatMoment(createdAt)}. They are saved as a
          new version. Emails that wait are planned again by it.
        </p>
      ),
      label: 'Go back to this version',
      busyLabel: 'Going back...',
      variant: 'default',
      act: () => revert.mutateAsync(number),
    })
  return (
    <Panel title="Versions">
      <ol className="divide-y divide-line">
        {versions.map((version, at) => (
          <li key={version.number} className="grid gap-2 px-4 py-4 leading-snug sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p>
                <b>Version {version.number}</b>
                <span className="block text-[.9375rem] text-soft">
                  {version.madeByName}, {formatMoment(version.createdAt)}
                </span>
              </p>
              {version.number === rule.currentVersion ? (
                <span className="text-[.9375rem] text-soft">Current version</span>
              ) : (
                <ActionButton
                  refusal={isDirty ? 'Save or discard your changes first.' : null}
                  onClick={() => ask(version)}
                >
                  Go back to this version<span className="sr-only">: version {version.number}</span>
                </ActionButton>
              )}
            </div>
            <Differences now={version.definition} before={versions[at + 1]?.definition} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The fields in which two definitions differ, each before and after. */
function Differences({ now, before }: { now: MailRuleDefinition; before: MailRuleDefinition | undefined }) {
  if (!before) return null
  const [after, former] = [describeDefinition(now), describeDefinition(before)]
  // Object.keys knows no key types.
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== former[field])
  return (
    <details>
      <summary className="min-h-9 cursor-pointer py-1 font-semibold">
        Changed: {fields.map((field) => DEFINITION_WORDS[field].toLowerCase()).join(', ')}
      </summary>
      <dl>
        {fields.map((field) => (
          <div key={field} className="grid gap-x-6 gap-y-1 border-line border-t py-2.5 sm:grid-cols-[9rem_1fr_1fr]">
            <dt className="font-semibold">{DEFINITION_WORDS[field]}</dt>
            <dd className="min-w-0 whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
              <span className="block text-[.8125rem]">Before</span>
              {former[field]}
            </dd>
            <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
              <span className="block text-[.8125rem] text-soft">After</span>
              {after[field]}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The coming events that skip the rule or do something differently. */
export function ExceptionsPanel({ exceptions }: { exceptions: readonly RuleException[] }) {
  return (
    <Panel title="Events that differ">
      {exceptions.length === 0 ? (
        <NothingToDo>Every event follows this workflow. An event can skip or change it on its Emails tab.</NothingToDo>
      ) : (
        <ul className="grid gap-3 px-4 py-4 sm:px-5">
          {exceptions.map(({ eventId, eventName, eventDate, isSkipped, differs }) => (
            <li key={eventId} className="leading-snug">
              <AdminLink
                to={links.eventEmails(eventId)}
                className="inline-block min-h-6 font-semibold underline underline-offset-4"
              >
                {eventName}
              </AdminLink>
              , {getDay(eventDate)}
              <span className="block text-[.9375rem] text-soft">
                {isSkipped
                  ? 'Skips it'
                  : `Differs in: ${differs.map((field) => OVERRIDE_WORDS[field].toLowerCase()).join(', ')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
