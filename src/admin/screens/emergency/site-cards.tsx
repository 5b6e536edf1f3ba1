import { useState } from 'react'
import { type EmergencyStatus, type PastRelease, RELEASE_STAYS } from '#src/contract/emergency.ts'
import { plural } from '#src/contract/plural.ts'
import { SITE_LEVELS, type SiteLevel } from '#src/contract/site-mode.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { ActionCard, type Setting } from './ActionCard.tsx'

/** The zone in which a browser reads what is typed. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone
const LEVELS = SITE_LEVELS.map(({ level, name }) => [String(level), `${level}: ${name}`] as const)

/** What was filled in, and the version of the mode that it is for. */
type LevelForm = { version: number; level: SiteLevel; reason: string; end: string }

export function LevelCard({ mode, ...setting }: Setting & Pick<EmergencyStatus, 'mode'>) {
  const other: SiteLevel = mode.level === 0 ? 2 : 0
  const empty: LevelForm = { version: mode.version, level: other, reason: '', end: '' }
  const [form, setForm] = useState(empty)
  // What was filled in for a level that has changed is forgotten. The card stays, with what was done.
  const { level, reason, end } = form.version === mode.version ? form : empty
  const change = (changes: Partial<LevelForm>) => setForm({ ...empty, level, reason, end, ...changes })
  const chosen = SITE_LEVELS.find((known) => known.level === level)
  const until = level === 0 || end === '' ? null : new Date(end).getTime()
  return (
    <ActionCard
      {...setting}
      title="Close or open the site"
      lead={`The site is at level ${mode.level} now. The built pages stay online at every level, and owners can always sign in.`}
      choices={[
        {
          label: level === 0 ? 'Open the site' : `Set level ${level}`,
          action: { kind: 'level', level, reason, until },
          isUndoing: level === 0,
        },
      ]}
    >
      {(errors) => (
        <div className="grid max-w-2xl items-start gap-4 sm:grid-cols-2">
          <Select
            label="Level"
            options={LEVELS}
            hint={chosen?.effect}
            value={String(level)}
            onChange={({ target }) =>
              change({ level: SITE_LEVELS.find((known) => String(known.level) === target.value)?.level ?? 2 })
            }
          />
          <TextInput
            label="Reason"
            hint={level === 0 ? 'The audit log keeps it.' : 'Staff see it.'}
            value={reason}
            error={errors.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
          {level > 0 && (
            <TextInput
              label="Opens by itself (optional)"
              hint={`Your time zone: ${HERE}. Empty: until an owner opens it.`}
              type="datetime-local"
              value={end}
              error={errors.until}
              onChange={({ target }) => change({ end: target.value })}
            />
          )}
        </div>
      )}
    </ActionCard>
  )
}

export function MailCard({ mode, mailWaiting, ...setting }: Setting & Pick<EmergencyStatus, 'mode' | 'mailWaiting'>) {
  const isHeld = mode.mailHeldSince !== null
  return (
    <ActionCard
      {...setting}
      title={isHeld ? 'Send mail again' : 'Hold outgoing mail'}
      lead={
        isHeld
          ? `Mail has been held since ${formatMoment(mode.mailHeldSince ?? 0)}. ${plural(mailWaiting, 'message')} waiting will be sent.`
          : 'Messages wait in the queue. Codes, password resets and notices of security are still sent.'
      }
      choices={[
        { label: isHeld ? 'Send mail' : 'Hold mail', action: { kind: 'mail', isHeld: !isHeld }, isUndoing: isHeld },
      ]}
    />
  )
}

export function ReleaseCard({ releases, ...setting }: Setting & Pick<EmergencyStatus, 'releases'>) {
  const items = 'items' in releases ? releases.items.filter(({ isLive }) => !isLive) : []
  const [picked, setPicked] = useState<string>()
  const release = picked ?? items[0]?.id
  const lead = `Visitors see an earlier version of all public pages at once. ${RELEASE_STAYS}`
  return (
    <ActionCard
      {...setting}
      title="Put an older version back"
      lead={lead}
      choices={release === undefined ? [] : [{ label: 'Put it back', action: { kind: 'release', release } }]}
    >
      {'steps' in releases && (
        <ol className="grid max-w-2xl list-decimal gap-1 pl-6 leading-snug">
          {releases.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {'items' in releases && items.length === 0 && <p className="text-soft">No older version is kept.</p>}
      {items.length > 0 && (
        <div className="max-w-2xl">
          <Select
            label="Version"
            options={items.map((item) => [item.id, nameOf(item)] as const)}
            value={release}
            onChange={({ target }) => setPicked(target.value)}
          />
        </div>
      )}
    </ActionCard>
  )
}

function nameOf({ revision, builtAt }: PastRelease): string {
  return `${revision === null ? 'Published' : `Revision ${revision}, built`} ${formatMoment(builtAt)}`
}
