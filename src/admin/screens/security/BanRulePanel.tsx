import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { plural } from '#src/contract/plural.ts'
import { type BanRule, type BanTrial, ruleFault } from '#src/contract/security-overview.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { banTrialQuery } from './security-calls.ts'

/** What a ban rule would have done to last week's attempts. The rule that is tried is part of the address. */
export function BanRulePanel() {
  const [rule, set] = useUrlState('/admin/security')
  const query = useQuery(banTrialQuery(rule))
  return (
    <Panel title="Try a ban rule">
      <div className="grid gap-4 px-5 py-4">
        <Shown query={query} what="the result" skeleton={<Skeleton className="h-128 w-full sm:h-80" />}>
          {(trial) => (
            <>
              <RuleForm key={JSON.stringify(trial.rule)} {...trial} onTry={set} />
              <Result {...trial} />
            </>
          )}
        </Shown>
      </div>
    </Panel>
  )
}

const PARTS = [
  ['failures', 'Failed attempts'],
  ['within', 'Within hours'],
  ['hours', 'Ban for hours'],
] as const satisfies readonly (readonly [keyof BanRule, string])[]

type Faults = { [Part in keyof BanRule]?: string | undefined }

function RuleForm({ rule, onTry }: { rule: BanRule; onTry: (rule: Record<keyof BanRule, string>) => void }) {
  const [faults, setFaults] = useState<Faults>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = (part: keyof BanRule) => String(data.get(part)).trim()
    const [failures, within, hours] = [typed('failures'), typed('within'), typed('hours')]
    const found: Faults = {
      failures: ruleFault('failures', failures),
      within: ruleFault('within', within),
      hours: ruleFault('hours', hours),
    }
    setFaults(found)
    if (Object.values(found).every((fault) => fault === undefined)) onTry({ failures, within, hours })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {PARTS.map(([part, label]) => (
          <TextInput
            key={part}
            name={part}
            label={label}
            defaultValue={rule[part]}
            inputMode="numeric"
            autoComplete="off"
            error={faults[part]}
          />
        ))}
      </div>
      <div>
        <Button type="submit" variant="outline" size="sm">
          Try on last week
        </Button>
      </div>
    </form>
  )
}

/** The result in sentences. */
function Result({ inForce, addresses, bans, keptOut, keptOutOfPeople, people, isPartial }: BanTrial) {
  return (
    <div role="status" className="grid gap-2 leading-snug">
      <p className="font-semibold">
        {addresses === 0
          ? 'This rule would have banned no IP address in the last seven days.'
          : `This rule would have banned ${addresses === 1 ? '1 IP address' : `${addresses.toLocaleString('en-US')} IP addresses`}, ${times(bans)} in all, in the last seven days and turned away ${plural(keptOut, 'attempt')}.`}
      </p>
      {addresses > 0 && (
        <p className={people > 0 ? 'text-stop-ink' : undefined}>
          {people === 0
            ? 'None of them came from an account that signed in from there that week.'
            : `${keptOutOfPeople.toLocaleString('en-US')} of them came from ${plural(people, 'account')} that signed in from there that week: people who would have been locked out.`}
        </p>
      )}
      <p className="text-[.875rem] text-soft">
        In force: {inForce.failures} failed attempts within {plural(inForce.within, 'hour')} ban for{' '}
        {plural(inForce.hours, 'hour')}. Each further ban lasts twice as long, up to a day, and ten times as many may
        fail where three people or more sign in. Known browsers are let in during a ban, so fewer people are locked out
        than this says.
        {isPartial && ' Only the IP addresses with the most failures were tried.'}
      </p>
    </div>
  )
}

const times = (bans: number) => (bans === 1 ? 'once' : bans === 2 ? 'twice' : `${bans.toLocaleString('en-US')} times`)
