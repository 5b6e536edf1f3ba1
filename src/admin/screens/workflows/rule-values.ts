import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, Resolver } from 'react-hook-form'
import { DEFAULT_LATE_HOURS } from '#src/contract/mail-rule.ts'
import { type NewMailRule, newMailRule } from '#src/contract/workflows.ts'
import { ApiError } from '#src/islands/call.ts'
import type { RuleValues, When } from './rule-words.ts'

/** A new rule before anything is typed. */
export const BLANK: RuleValues = {
  title: '',
  anchor: 'event-start',
  when: 'before',
  days: 7,
  at: '09:00',
  audience: 'event-team',
  conditions: [],
  lateHours: DEFAULT_LATE_HOURS,
  weekend: 'send',
  subject: '',
  body: '',
}

/** The fields of the form out of a stored rule. */
export function toValues({ title, definition }: Pick<NewMailRule, 'title' | 'definition'>): RuleValues {
  const { timing, ...rest } = definition
  if (timing.kind === 'at-once') return { ...rest, title, when: 'at-once', days: 1, at: '09:00' }
  const when = timing.days === 0 ? 'on' : timing.days < 0 ? 'before' : 'after'
  return { ...rest, title, when, days: Math.abs(timing.days) || 1, at: timing.at }
}

const ruleBody = newMailRule.omit({ id: true })
const daysOf: Record<When, (days: number) => number> = {
  'at-once': () => 0,
  on: () => 0,
  before: (days) => 0 - Math.abs(days),
  after: Math.abs,
}

function toBody({ title, when, days, at, ...rest }: RuleValues): object {
  const count = typeof days === 'number' ? daysOf[when](days) : when === 'on' ? 0 : days
  const timing = when === 'at-once' ? { kind: 'at-once' } : { kind: 'day', days: count, at }
  return { title, definition: { ...rest, timing } }
}

/** The rule that the form describes; undefined while it has errors. */
export function readRule(values: RuleValues): Omit<NewMailRule, 'id'> | undefined {
  return ruleBody.safeParse(toBody(values)).data
}

/** Checks the form by the schemas that the server checks by, each error at the field that shows it. */
export const ruleResolver: Resolver<RuleValues, unknown, RuleValues> = (values, _context, options) => {
  const { error } = ruleBody.safeParse(toBody(values))
  if (!error) return { values, errors: {} }
  const faults = new Map<string, FieldError>()
  for (const { path, message } of error.issues) {
    const name = toField(path.map(String))
    if (!faults.has(name)) faults.set(name, { type: 'invalid', message })
  }
  return { values: {}, errors: toNestErrors(Object.fromEntries(faults), options) }
}

/** The field of the form for a path into a rule: `days` for `definition.timing.days`. */
export function toField(path: readonly string[]): string {
  const [first = '', second, third] = path
  if (first !== 'definition' && first !== 'overrides') return first
  return (second === 'timing' ? third : second) ?? first
}

/** Names the fields of a refusal as the form does. */
export async function atItsField<Answer>(save: () => Promise<Answer>): Promise<Answer> {
  try {
    return await save()
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.errors.length === 0) throw fault
    const errors = fault.errors.map(({ field, message }) => ({ field: toField(field.split('.')), message }))
    throw new ApiError({ status: fault.status, code: fault.code, detail: fault.detail, errors })
  }
}
