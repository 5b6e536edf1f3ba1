import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAIL_REASON } from '#src/contract/mail-reason.ts'
import { DEFAULT_MAIL_POLICY, type MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { addDays, instantAt } from '#src/contract/wall-clock.ts'
import type { Member, PlanInput, PlanRule, StoredMail } from '#src/domain/mail-plan/occasions.ts'
import { isDue, plan } from '#src/domain/mail-plan/plan.ts'
import { FIGURE_RULES } from '#src/domain/mail-rules/figure-rules.ts'
import { somebody } from './mail-world.ts'

const ZONE = 'America/Chicago'
const HOUR = 3_600_000
const MINUTE = 60_000
const at = (day: string, clock: string) => instantAt(day, clock, ZONE)

const weekly = FIGURE_RULES.find(({ key }) => key === 'figures-week')?.definition as MailRuleDefinition
const rule = (given: Partial<PlanRule> = {}): PlanRule => ({
  id: 'week',
  state: 'on',
  isDeleted: false,
  onSince: 0,
  versionId: 'v1',
  definition: weekly,
  overrides: {},
  isSkipped: false,
  ...given,
})

/** A planner with a store, whose readers and rule change. */
function aWorld() {
  const world = { now: 0, rule: rule(), readers: [] as Member[], stored: [] as StoredMail[], sent: [] as StoredMail[] }
  let lastId = 0
  const run = () => {
    const audiences = new Map([[world.rule.id, world.readers]])
    const input: PlanInput = {
      event: null,
      rules: [world.rule],
      audiences,
      stored: world.stored,
      others: new Map(),
      policy: DEFAULT_MAIL_POLICY,
      now: world.now,
    }
    const next = new Map(world.stored.map((mail) => [mail.id, mail]))
    for (const mail of plan(input).mails) {
      lastId += mail.id === null ? 1 : 0
      const stored: StoredMail = { ...mail, id: mail.id ?? `m${lastId}` }
      if (isDue(stored, world.now)) world.sent.push({ ...stored, dueAt: world.now })
      next.set(stored.id, isDue(stored, world.now) ? { ...stored, state: 'sent' } : stored)
    }
    world.stored = [...next.values()]
  }
  const runAt = (day: string, clock: string) => {
    world.now = at(day, clock)
    run()
  }
  return { world, run, runAt }
}

const saying = ({ occurrence, state, reason }: StoredMail) => [occurrence, state, reason]

describe('the mail of a week', () => {
  test('is planned for the next Monday at seven, sent once, and then planned for the one after', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0'), somebody('p1', 'Refused.')]
    runAt('2027-03-10', '12:00')
    expect(world.stored).toMatchObject([
      { occurrence: '2027-03-15', dueAt: at('2027-03-15', '07:00'), state: 'planned', zone: ZONE },
      { occurrence: '2027-03-15', state: 'skipped', reason: 'Refused.' },
    ])
    for (const clock of ['06:59', '07:00', '07:20', '12:00']) runAt('2027-03-15', clock)
    expect(world.sent).toMatchObject([{ recipient: 'p0@plant.example', dueAt: at('2027-03-15', '07:00') }])
    runAt('2027-03-16', '07:00')
    expect(world.stored.filter(({ state }) => state !== 'skipped').map(saying)).toEqual([
      ['2027-03-15', 'sent', null],
      ['2027-03-22', 'planned', null],
    ])
  })

  test('is never sent a day late, and what became of it is kept', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0')]
    runAt('2027-03-10', '12:00')
    runAt('2027-03-16', '07:00')
    expect(world.stored.map(saying)).toEqual([
      ['2027-03-15', 'missed', MAIL_REASON.late],
      ['2027-03-22', 'planned', null],
    ])
    world.rule = rule({ state: 'paused' })
    runAt('2027-03-17', '07:00')
    runAt('2027-03-23', '08:00')
    expect(world.stored.map(saying).slice(1)).toEqual([
      ['2027-03-22', 'missed', MAIL_REASON.latePaused],
      ['2027-03-29', 'held', MAIL_REASON.paused],
    ])
    expect(world.sent).toEqual([])
  })

  test('that is late waits for the end of the quiet hours, and is not sent once these are its end', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0')]
    runAt('2027-03-10', '12:00')
    runAt('2027-03-15', '20:59')
    expect(world.sent).toHaveLength(1)
    runAt('2027-03-17', '12:00')
    runAt('2027-03-22', '23:00')
    expect(world.stored.map(saying).at(-1)).toEqual(['2027-03-22', 'missed', MAIL_REASON.lateQuiet])
  })

  test('is cancelled for somebody who no longer wants it or no longer may have it, and comes back with them', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0')]
    runAt('2027-03-10', '12:00')
    world.readers = []
    runAt('2027-03-15', '07:00')
    expect(world.stored.map(saying)).toEqual([['2027-03-15', 'cancelled', MAIL_REASON.left]])
    world.readers = [somebody('p0')]
    runAt('2027-03-15', '10:00')
    expect(world.sent).toHaveLength(1)
  })

  test('is not made up for by a workflow that was turned on after its time', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0')]
    world.rule = rule({ onSince: at('2027-03-15', '07:01') })
    runAt('2027-03-15', '08:00')
    expect(world.stored).toEqual([])
    runAt('2027-03-16', '08:00')
    expect(world.stored.map(saying)).toEqual([['2027-03-22', 'planned', null]])
  })

  /** The mails of a person who changed their address: the account has had that of the week. */
  test('goes once to an account whose address changes after it was sent', () => {
    const { world, runAt } = aWorld()
    world.readers = [somebody('p0')]
    runAt('2027-03-15', '07:00')
    world.readers = [{ ...somebody('p0'), address: 'other@plant.example' }]
    runAt('2027-03-15', '09:00')
    runAt('2027-03-22', '07:00')
    expect(world.sent.map(({ recipient, occurrence }) => [recipient, occurrence])).toEqual([
      ['p0@plant.example', '2027-03-15'],
      ['other@plant.example', '2027-03-22'],
    ])
  })
})

const timing = fc.record({
  days: fc.integer({ min: 0, max: 6 }),
  at: fc.constantFrom('00:30', '02:30', '07:00', '22:30'),
  lateHours: fc.constantFrom(1, 24, 168),
  weekend: fc.constantFrom('send' as const, 'before' as const, 'after' as const),
})
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ hours: fc.constantFrom(3, 9, 20), isDown: fc.constant(false) }) },
    fc.record({ hours: fc.constantFrom(2, 30, 100), isDown: fc.constant(true) }),
    fc.record({ person: fc.constantFrom('p0', 'p1'), isIn: fc.boolean() }),
  ),
  { minLength: 20, maxLength: 60 },
)

test.each(['2027-03-08', '2027-11-01'])(
  'around a change of clocks, each person gets one mail for each week, in its time, from %s on (property)',
  (begin) => {
    fc.assert(
      fc.property(timing, steps, ({ days, at: clock, lateHours, weekend }, sequence) => {
        const { world, run } = aWorld()
        world.rule = rule({ definition: { ...weekly, timing: { kind: 'day', days, at: clock }, lateHours, weekend } })
        world.readers = [somebody('p0'), somebody('p1')]
        world.now = at(begin, '12:00')
        run()
        for (const step of sequence) {
          if ('person' in step) {
            world.readers = world.readers.filter(({ name }) => name !== step.person)
            if (step.isIn) world.readers.push(somebody(step.person))
            run()
            continue
          }
          const end = world.now + step.hours * HOUR
          while (!step.isDown && world.now < end) {
            world.now = Math.min(end, world.now + 20 * MINUTE)
            run()
          }
          world.now = end
          run()
        }
        const got = world.sent.map(({ recipient, occurrence }) => `${recipient} ${occurrence}`)
        expect(new Set(got).size).toBe(got.length)
        for (const { occurrence, dueAt: sentAt, lateAt } of world.sent) {
          expect(new Date(`${occurrence}T00:00Z`).getUTCDay()).toBe(1)
          if (weekend === 'send') expect(sentAt).toBeGreaterThanOrEqual(at(addDays(occurrence, days), clock))
          expect(sentAt).toBeLessThan(lateAt)
        }
        // What is stored leads to no further change.
        const before = JSON.stringify(world.stored)
        run()
        expect(JSON.stringify(world.stored)).toBe(before)
      }),
      { numRuns: 25 },
    )
  },
)
