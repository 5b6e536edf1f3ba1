import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant, PlainDay } from '#src/contract/instant.ts'
import { DEFAULT_MAIL_POLICY, type MailAnchor, type MailRuleDefinition } from '#src/contract/mail-rule.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import { addDays, dayIn, instantAt } from '#src/contract/wall-clock.ts'
import type { PlanInput, PlanRule, StoredMail } from '#src/domain/mail-plan/occasions.ts'
import { toOrderMember } from '#src/domain/mail-plan/order-members.ts'
import { forecast, isDue, plan } from '#src/domain/mail-plan/plan.ts'
import { differing } from '#src/domain/mail-plan/store-plan.ts'
import { atScale } from '#tests/support/scale.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Two days before clocks change. */
const START = instantAt('2027-03-12', '12:00', DEFAULT_TIME_ZONE)

type Order = { state: 'awaiting_po' | 'invoiced' | 'settled'; placedAt: Date; poDueAt: Date | null; dueOn: PlainDay }
type World = { now: Instant; rules: PlanRule[]; orders: Map<string, Order>; stored: StoredMail[]; sent: Sent[] }
type Sent = { mail: StoredMail; at: Instant; order: Order | undefined; anchor: MailAnchor | undefined }

const rule = (id: string, anchor: MailAnchor, days: number, lateHours: number): PlanRule => {
  const timing = { kind: 'day', days, at: '09:00' } as const
  const text = { audience: 'buyers', conditions: [], weekend: 'send', subject: 'S', body: 'B' } as const
  const definition: MailRuleDefinition = { anchor, timing, lateHours, ...text, conditions: [] }
  const kept = {
    state: 'on',
    isDeleted: false,
    onSince: START - 7 * DAY,
    versionId: `${id}-1`,
    isSkipped: false,
  } as const
  return { id, ...kept, definition, overrides: {} }
}

const begin = (): World => ({
  now: START,
  rules: [rule('po', 'po-due', -3, 96), rule('over1', 'invoice-due', 1, 168), rule('over14', 'invoice-due', 14, 168)],
  orders: new Map(),
  stored: [],
  sent: [],
})

function inputOf({ now, rules, orders, stored }: World): PlanInput {
  const membersOf = (anchor: MailAnchor) =>
    [...orders].flatMap(([id, { state, ...order }]) => {
      const isOpen = state === (anchor === 'po-due' ? 'awaiting_po' : 'invoiced')
      const all = { ...order, id, email: 'ida@plant.example', number: id, invoicedAt: order.placedAt }
      return isOpen ? (toOrderMember(all, anchor) ?? []) : []
    })
  const audiences = new Map(rules.map(({ id, definition }) => [id, membersOf(definition.anchor)]))
  return { event: null, rules, audiences, stored, others: new Map(), policy: DEFAULT_MAIL_POLICY, now }
}

let lastId = 0

/** Plans all orders and stores what differs, as the database does. Returns how many stored mails changed. */
function advance(world: World): number {
  const input = inputOf(world)
  const { mails } = plan(input)
  const due = mails.filter((mail) => isDue(mail, world.now))
  const waiting = differing(
    mails.filter((mail) => !isDue(mail, world.now)),
    input.stored,
  )
  const next = new Map(world.stored.map((mail) => [mail.id, mail]))
  for (const mail of waiting) next.set(mail.id, mail)
  for (const wanted of due) {
    const mail = { ...wanted, id: wanted.id ?? `sent-${lastId++}`, state: 'sent', reason: null } as const
    next.set(mail.id, mail)
    const order = world.orders.get(mail.itemId)
    const anchor = world.rules.find(({ id }) => id === mail.ruleId)?.definition.anchor
    world.sent.push({ mail, at: world.now, order: order && { ...order }, anchor })
  }
  world.stored = [...next.values()]
  return waiting.length + due.length
}

function pass(world: World, hours: number): void {
  for (const end = world.now + hours * HOUR; world.now < end; ) {
    world.now = Math.min(end, world.now + HOUR / 2)
    if (world.stored.some(({ state, dueAt }) => dueAt <= world.now && (state === 'planned' || state === 'held')))
      advance(world)
  }
}

const order = fc.constantFrom('o0', 'o1', 'o2')
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 9, 20, 60, 200) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('outage' as const), hours: fc.constantFrom(2, 30, 100, 300) }),
  },
  fc.record({ kind: fc.constant('place' as const), order, days: fc.integer({ min: 0, max: 12 }), isPo: fc.boolean() }),
  fc.record({ kind: fc.constant('po' as const), order, days: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant('settle' as const), order }),
  fc.record({ kind: fc.constant('due' as const), order, days: fc.integer({ min: -6, max: 20 }) }),
  fc.record({
    kind: fc.constant('state' as const),
    at: fc.nat(2),
    state: fc.constantFrom('on' as const, 'on' as const, 'paused' as const),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function apply(world: World, change: Step): void {
  const found = 'order' in change ? world.orders.get(change.order) : undefined
  const today = dayIn(DEFAULT_TIME_ZONE, world.now)
  if (change.kind === 'place' && !found) {
    const poDueAt = change.isPo ? new Date(world.now + change.days * DAY) : null
    const state = change.isPo ? 'awaiting_po' : 'invoiced'
    const dueOn = addDays(today, change.days)
    world.orders.set(change.order, { state, placedAt: new Date(world.now), poDueAt, dueOn })
  }
  if (change.kind === 'po' && found?.state === 'awaiting_po')
    Object.assign(found, { state: 'invoiced', poDueAt: null, dueOn: addDays(today, change.days) })
  if (change.kind === 'settle' && found) found.state = 'settled'
  if (change.kind === 'due' && found) found.dueOn = addDays(found.dueOn, change.days)
  const at = change.kind === 'state' ? world.rules[change.at] : undefined
  if (change.kind === 'state' && at) at.state = change.state
}

function check({ sent, stored, now }: World, since: number): void {
  for (const { mail, at, order: then, anchor } of sent.slice(since)) {
    expect(at >= mail.dueAt && at < mail.lateAt).toBe(true)
    expect(then?.state).toBe(anchor === 'po-due' ? 'awaiting_po' : 'invoiced')
    expect(at - (then?.placedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(DAY)
    if (anchor === 'po-due') expect(at).toBeLessThan(then?.poDueAt?.getTime() ?? 0)
    else expect(dayIn(DEFAULT_TIME_ZONE, at) > (then?.dueOn ?? '')).toBe(true)
  }
  const keys = sent.map(({ mail }) => `${mail.ruleId} ${mail.itemId} ${mail.occurrence}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { state, reason, lateAt } of stored) {
    expect(state === 'planned' || state === 'sent' || reason !== null).toBe(true)
    if (state === 'planned' || state === 'held') expect(lateAt).toBeGreaterThan(now)
  }
}

/** A dry run names exactly the mails that are sent afterwards, if nothing changes. */
function checkForecast(world: World): void {
  const input = inputOf(world)
  const keyOf = ({ ruleId, itemId, occurrence }: Pick<StoredMail, 'ruleId' | 'itemId' | 'occurrence'>, at: Instant) =>
    `${ruleId} ${itemId} ${occurrence} ${at}`
  const said = forecast(plan(input), input).map((mail) => keyOf(mail, mail.at))
  const before = world.sent.length
  for (const at of forecast(plan(input), input)
    .map((mail) => mail.at)
    .toSorted((a, b) => a - b)) {
    world.now = at
    advance(world)
  }
  world.now += 200 * DAY
  advance(world)
  expect(
    world.sent
      .slice(before)
      .map(({ mail, at }) => keyOf(mail, at))
      .toSorted(),
  ).toEqual(said.toSorted())
}

test('whatever happens to orders, each is reminded of once for a day, in time, while it waits, and a dry run says which (MP1, MP4, SH8)', () => {
  let reminded = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 50 }), (changes) => {
      const world = begin()
      for (const change of changes) {
        const since = world.sent.length
        if (change.kind === 'wait') pass(world, change.hours)
        else if (change.kind === 'outage') world.now += change.hours * HOUR
        else apply(world, change)
        advance(world)
        expect(advance(world)).toBe(0)
        check(world, since)
      }
      checkForecast(world)
      reminded += world.sent.length
    }),
    { numRuns: atScale(60, 2_000) },
  )
  expect(reminded).toBeGreaterThan(20)
}, 120_000)
