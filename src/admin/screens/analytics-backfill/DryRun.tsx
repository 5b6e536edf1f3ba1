import {
  describeOverlap,
  IMPORT_SERVICES,
  LEFT_OUT_LINES,
  type LeftOutLines,
  nameSpan,
  PERIOD_TOTALS,
  ZONE_QUESTION,
} from '#src/contract/analytics-import.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { FactList } from '../../blocks/Panel.tsx'
import { zoneOptions } from '../../blocks/zone-options.ts'
import { type ChosenFile, overlapOf, setPeriod, setZone } from './backfill-store.ts'
import type { ReadFile } from './read-file.ts'

/** What is in a file, and what would become of it. */
export function DryRun(file: ChosenFile) {
  const { id, read, step, zone, line } = file
  if (!read) return null
  const isAsked = step === 'ready' && !line
  return (
    <>
      <FactList facts={factsOf(file, read)} />
      {describeOverlap(overlapOf(file)).map((sentence) => (
        <p key={sentence} className="max-w-prose">
          {sentence}
        </p>
      ))}
      {read.isPeriod && <p className="max-w-prose">{PERIOD_TOTALS}</p>}
      {read.isPeriod && isAsked && <PeriodFields {...file} />}
      {read.zoneOf && isAsked && (
        <div className="w-full max-w-md">
          <Select
            label={ZONE_QUESTION[read.zoneOf].label}
            hint={ZONE_QUESTION[read.zoneOf].hint}
            options={[['UTC', 'UTC'], ...zoneOptions(zone).filter(([name]) => name !== 'UTC')]}
            value={zone}
            onChange={({ target }) => void setZone(id, target.value)}
          />
        </div>
      )}
    </>
  )
}

function factsOf({ line, zone }: ChosenFile, read: ReadFile): [string, string][] {
  const { tables, unknownColumns, leftOut } = read.report
  const reasons = Object.entries(leftOut).map(
    ([reason, lines]) => [LEFT_OUT_LINES[reason as LeftOutLines], lines] as const,
  )
  const facts = [
    ['Service', IMPORT_SERVICES[read.kind]],
    ['Days', nameDays(read.days)],
    ['Rows', countEach(Object.entries(tables))],
    ['Left out', countEach(reasons)],
    ['Columns', unknownColumns.length > 0 && `Not imported: ${unknownColumns.join(', ')}`],
    ['Time zone', line && zone.replaceAll('_', ' ')],
  ] as const
  return facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

function nameDays(days: readonly PlainDay[]): string {
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? `${plural(days.length, 'day')}, ${nameSpan(first, last)}` : ''
}

const countEach = (counts: readonly (readonly [name: string, count: number | undefined])[]) =>
  counts.map(([name, count = 0]) => `${name}: ${count.toLocaleString('en-US')}`).join(' · ')

function PeriodFields({ id, period }: ChosenFile) {
  return (
    <div className="grid w-full max-w-md gap-4 sm:grid-cols-2">
      <TextInput
        label="First day"
        type="date"
        value={period.from}
        onChange={({ target }) => setPeriod(id, { from: target.value })}
      />
      <TextInput
        label="Last day"
        type="date"
        value={period.to}
        onChange={({ target }) => setPeriod(id, { to: target.value })}
      />
    </div>
  )
}
