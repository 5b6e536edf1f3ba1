import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import type { MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { addDays, dayIn } from '#src/contract/wall-clock.ts'
import { dayKey, type PlanRule } from '#src/domain/mail-plan/occasions.ts'
import { atScale } from '#tests/support/scale.ts'
import {
  advanceIn,
  boundsOf,
  forecastIn,
  inputOf,
  isAtForbiddenHour,
  isOnForbiddenWeekend,
  mailKey,
  settle,
  somebody,
  type World,
  type WorldEvent,
} from './mail-world.ts'
import { CHANGES, EVENTS, MOST_RULES, rule, type Step, start, step, ZONES } from './plan-steps.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const RUNS = atScale(40, 1_500)

function begin(start: string, zones: string[], rules: MailRuleDefinition[]): World {
  const now = Date.parse(`${start}T12:00Z`)
  const eventOf = (zone: string, days: number) => newEvent(zone, addDays(start, days), now - DAY)
  return {
    now,
    events: new Map(EVENTS.map((id, at) => [id, eventOf(zones[at] ?? 'UTC', 4 + at)])),
    rules: rules.map((definition, at) => newRule(`r${at}`, definition, now - DAY)),
    own: new Map(),
    audience: new Map(['p0', 'p1', 'p2'].map((name) => [name, somebody(name)])),
    stored: new Map(),
    verdicts: new Map(),
    sent: [],
  }
}

/** A published event on this day, with one task. */
function newEvent(zone: string, eventDate: PlainDay, publishedAt: Instant): WorldEvent {
  const deadline = addDays(eventDate, -2)
  const state = { status: 'scheduled', isPublished: true, isDeleted: false } as const
  return { eventDate, zone, publishedAt, deadline, ...state, tasks: new Map([['t0', -1]]) }
}

function newRule(id: string, definition: MailRuleDefinition, onSince: number): PlanRule {
  return {
    id,
    state: 'on',
    isDeleted: false,
    onSince,
    versionId: `${id}-1`,
    definition,
    overrides: {},
    isSkipped: false,
  }
}

/** One change of the world. Each is followed by a run of the planner, except the end of an outage that begins another. */
function apply(world: World, change: Step): void {
  const found = 'event' in change ? world.events.get(change.event) : undefined
  const at = 'at' in change ? world.rules[change.at] : undefined
  if (change.kind === 'create' && found?.isDeleted)
    world.events.set(
      change.event,
      newEvent(change.zone, addDays(dayIn(change.zone, world.now), change.days), world.now),
    )
  if (change.kind === 'newRule' && world.rules.length < MOST_RULES)
    world.rules.push(newRule(`r${world.rules.length}`, change.definition, world.now))
  if (change.kind === 'move' && found) {
    const days = change.days
    found.eventDate = addDays(found.eventDate, days)
    found.deadline = found.deadline && addDays(found.deadline, days)
  }
  if (change.kind === 'status' && found) found.status = change.status
  if (change.kind === 'publish' && found) {
    found.isPublished = change.isPublished
    if (change.isPublished) found.publishedAt ??= world.now
  }
  if (change.kind === 'delete' && found) found.isDeleted = change.isDeleted
  if (change.kind === 'deadline' && found)
    found.deadline = change.days === null ? null : addDays(found.eventDate, change.days)
  if (change.kind === 'zone' && found) found.zone = change.zone
  if (change.kind === 'rule' && at) Object.assign(at, { definition: change.definition, versionId: `${at.versionId}+` })
  if (change.kind === 'state' && at) {
    at.onSince = change.state === 'draft' ? null : (at.onSince ?? world.now)
    at.state = change.state
  }
  if (change.kind === 'deleteRule' && at) at.isDeleted = change.isDeleted
  if (change.kind === 'own')
    world.own.set(`${change.event} r${change.at}`, {
      isSkipped: change.isSkipped,
      definition: { lateHours: change.hours },
    })
  if (change.kind === 'person') {
    const name = `p${change.at}`
    if (change.is === 'out') world.audience.delete(name)
    else world.audience.set(name, somebody(name, change.is === 'refused' ? 'Refused.' : null))
  }
  if (change.kind === 'task' && found) {
    if (change.days === null) found.tasks.delete(`t${change.at}`)
    else found.tasks.set(`t${change.at}`, change.days)
  }
}

function pass(world: World, hours: number): void {
  for (const end = world.now + hours * HOUR; world.now < end; ) {
    world.now = Math.min(end, world.now + 20 * 60_000)
    for (const id of EVENTS) if (hasDue(world, id)) advanceIn(world, id)
  }
}

/** As the database finds them: an event is planned when a mail of it is due, held and due, or late. */
function hasDue(world: World, id: string): boolean {
  return (world.stored.get(id) ?? []).some(
    ({ state, dueAt }) => dueAt <= world.now && (state === 'planned' || state === 'held'),
  )
}

/** The changes of clocks that a sequence went on after. */
const crossed = new Set<string>()
const counts = { steps: 0, sent: 0, no: 0, forecast: 0 }

function check(world: World, since: number): void {
  for (const sent of world.sent.slice(since)) {
    const { mail, at, rule: own, event: then, member } = sent
    expect(at).toBeGreaterThanOrEqual(mail.dueAt)
    expect(at).toBeLessThan(mail.lateAt)
    const bounds = boundsOf(sent)
    if (bounds) expect(bounds.from <= at && at < bounds.until).toBe(true)
    expect([isOnForbiddenWeekend(sent), isAtForbiddenHour(sent)]).toEqual([false, false])
    expect([own.state, own.isDeleted, own.isSkipped]).toEqual(['on', false, false])
    expect([then.isPublished, then.isDeleted, member?.refusal]).toEqual([true, false, null])
    expect(['scheduled', 'moved']).toContain(then.status)
  }
  for (const id of EVENTS) {
    const mails = world.stored.get(id) ?? []
    expect(new Set(mails.map(mailKey)).size).toBe(mails.length)
    for (const { state, reason, dueAt, lateAt } of mails) {
      if (state !== 'planned' && state !== 'sent') counts.no += 1
      expect(state === 'planned' || state === 'sent' || reason !== null).toBe(true)
      if (state === 'planned') expect(dueAt).toBeGreaterThan(world.now)
      if (state === 'held') expect(lateAt).toBeGreaterThan(world.now)
    }
    checkReasons(world, id)
  }
  const perDay = Map.groupBy(
    [...world.stored.values()].flat().filter(({ state }) => state === 'sent'),
    dayKey,
  )
  for (const mails of perDay.values()) expect(mails.length).toBeLessThanOrEqual(4)
}

/** Each rule has a verdict with its reason; where it says yes, each person has a row, which is sent, planned or has a reason. */
function checkReasons(world: World, id: string): void {
  const { event: now, rules, audiences } = inputOf(world, id)
  const verdicts = world.verdicts.get(id) ?? []
  if (now === null) expect(verdicts).toEqual([])
  else expect(verdicts.map(({ ruleId }) => ruleId)).toEqual(rules.flatMap((own) => (own.isDeleted ? [] : [own.id])))
  for (const { ruleId, isWanted, reason } of verdicts) {
    expect(reason).not.toBe('')
    if (!isWanted || reason.includes('by hand')) continue
    for (const { address, task } of audiences.get(ruleId) ?? []) {
      const theirs = (world.stored.get(id) ?? []).filter(
        (mail) => mail.ruleId === ruleId && mail.recipient === address && isAbout(mail, task?.id),
      )
      expect(theirs.length).toBeGreaterThan(0)
    }
  }
}

const isAbout = ({ itemId }: { itemId: string }, task?: string) => itemId === '' || itemId === task

/** A dry run names exactly the mails that are sent afterwards, if nothing changes, each at its time. */
function checkForecast(world: World): void {
  settle(world)
  const said = forecastIn(world)
  const before = world.sent.length
  const times = [...new Set(said.map(({ at }) => at))].sort((a, b) => a - b)
  for (const at of times) {
    world.now = at
    for (const id of EVENTS) if (hasDue(world, id)) advanceIn(world, id)
  }
  world.now += 400 * DAY
  for (const id of EVENTS) advanceIn(world, id)
  const sent = world.sent.slice(before).map(({ eventId, mail, at }) => ({ key: `${eventId} ${mailKey(mail)}`, at }))
  const inOrder = (list: typeof said) => list.map(({ key, at }) => `${key} ${at}`).sort()
  counts.forecast += said.length
  expect(inOrder(sent)).toEqual(inOrder(said))
}

test('whatever happens, each mail is sent once, in its time, or has a reason, and a dry run says which (MP1, MP2, MP4)', () => {
  const rules = fc.array(rule, { minLength: 6, maxLength: 6 })
  const steps = fc.array(step, { minLength: 20, maxLength: 60 })
  fc.assert(
    fc.property(start, fc.constantFrom(...ZONES), rules, steps, (first, other, definitions, changes) => {
      const world = begin(first.day, [first.zone, other], definitions)
      for (const id of EVENTS) advanceIn(world, id)
      for (const change of changes) {
        const since = world.sent.length
        counts.steps += 1
        if (change.kind === 'wait') pass(world, change.hours)
        else if (change.kind === 'outage') world.now += change.hours * HOUR
        else apply(world, change)
        for (const id of EVENTS) advanceIn(world, id)
        expect(advanceIn(world, 'e1')).toBe(0)
        check(world, since)
      }
      if (world.now > first.at) crossed.add(`${first.zone} ${first.at}`)
      checkForecast(world)
      counts.sent += world.sent.length
      expect(new Set(world.sent.map(({ eventId, mail }) => `${eventId} ${mailKey(mail)}`)).size).toBe(world.sent.length)
    }),
    { numRuns: RUNS },
  )
  if (atScale(0, 1)) expect(crossed.size).toBe(CHANGES.length)
  if (process.env.SHOW_COUNTS) console.info(JSON.stringify({ ...counts, changesOfClocks: crossed.size }))
}, 600_000)
