import { expect, test } from 'vitest'
import type { AnswerValue, SavedField } from '#src/contract/logistics.ts'
import type { LogisticsField } from '#src/contract/logistics-sections.ts'
import { ApiError } from '../call.ts'
import { createAutosave, type FieldDraft, getSaving, readFieldDraft } from './autosave.ts'

const text: LogisticsField = { key: 'name', label: 'Name', kind: 'text' }
const offline = new ApiError({ status: 0, code: 'offline', detail: 'No connection.' })
const refused = new ApiError({ status: 400, code: 'invalid', detail: 'Too long.' })

/** A form with a name and a secret, whose calls are answered one after the other, and whose timers the test runs. */
function form(answers: (SavedField | ApiError)[] = [], drafts = new Map<string, FieldDraft>()) {
  const sent: [string, AnswerValue, number][] = []
  let timers: (() => void)[] = []
  const autosave = createAutosave({
    save: async (place, value, version) => {
      sent.push([place, value, version])
      const answer = answers.shift() ?? { isSaved: true, answer: { value, version: version + 1 } }
      if (answer instanceof ApiError) throw answer
      return answer
    },
    draftsFor: (place) =>
      place === 'meals.secret'
        ? undefined
        : {
            read: (id) => drafts.get(id),
            write: (id, draft) => drafts.set(id, draft) !== undefined,
            discard: (id) => void drafts.delete(id),
          },
    schedule: (work) => {
      timers.push(work)
      return () => {
        timers = timers.filter((timer) => timer !== work)
      }
    },
    now: () => 1,
  })
  const open = ({ isClosed = false, isReload = false } = {}) =>
    autosave.open(
      [
        { place: 'badge.name', field: text, answer: { value: 'Ida', version: 3 }, isClosed },
        { place: 'meals.secret', field: text, answer: { value: null, version: 0 }, isClosed: false },
      ],
      { isReload },
    )
  const tick = async () => {
    for (const work of timers.splice(0)) work()
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve()
  }
  const at = (place = 'badge.name') => autosave.$fields.get()[place]
  open()
  return { ...autosave, sent, drafts, tick, at, open, timers: () => timers.length }
}

test('a field is saved once, some time after the last key', async () => {
  const { edit, tick, sent, at, drafts, timers } = form()
  for (const typed of ['A', 'Ad', 'Ada']) edit('badge.name', typed)
  expect([at()?.phase, timers()]).toEqual(['waiting', 1])
  await tick()
  expect(sent).toEqual([['badge.name', 'Ada', 3]])
  expect(at()).toMatchObject({ phase: 'saved', typed: 'Ada', version: 4 })
  expect(drafts.size).toBe(0)
})

test('what is typed while a save is on its way is saved next', async () => {
  const { edit, tick, sent, at, flush } = form()
  edit('badge.name', 'Ada')
  flush('badge.name')
  edit('badge.name', 'Ada Q')
  await tick()
  await tick()
  expect(sent.map(([, value, version]) => [value, version])).toEqual([
    ['Ada', 3],
    ['Ada Q', 4],
  ])
  expect(at()?.phase).toBe('saved')
})

test('without a connection nothing is lost: it is kept, tried again, and saved when the connection is back', async () => {
  const { edit, tick, sent, at, drafts, retry, $fields } = form([offline, offline])
  edit('badge.name', 'Ada')
  await tick()
  expect([at()?.phase, getSaving($fields.get()), drafts.get('badge.name')?.typed]).toEqual(['failed', 'unsaved', 'Ada'])
  await tick()
  expect(at()?.phase).toBe('failed')
  retry()
  await tick()
  expect([sent.length, at()?.phase, drafts.size]).toEqual([3, 'saved', 0])
})

test('what was typed in an earlier visit is back and saved; a sensitive field is never kept in the browser', async () => {
  const drafts = new Map([['badge.name', { typed: 'Ada', version: 3, timestamp: 1 }]])
  const { at, sent, tick, edit } = form([], drafts)
  expect(at()?.typed).toBe('Ada')
  await tick()
  expect([sent, drafts.size]).toEqual([[['badge.name', 'Ada', 3]], 0])
  edit('meals.secret', 'peanuts')
  expect(drafts.size).toBe(0)
})

test('what somebody else saved is shown beside it, and either can be kept', async () => {
  const theirs = { isSaved: false, answer: { value: 'Adah', version: 9 } }
  const mine = form([theirs])
  mine.edit('badge.name', 'Ada')
  await mine.tick()
  expect(mine.at()).toMatchObject({ phase: 'conflict', typed: 'Ada', answer: { value: 'Adah' } })
  mine.edit('badge.name', 'Ada Q')
  await mine.tick()
  expect(mine.sent).toHaveLength(1)
  mine.keepMine('badge.name')
  await mine.tick()
  expect(mine.sent.at(-1)).toEqual(['badge.name', 'Ada Q', 9])
  const other = form([theirs])
  other.edit('badge.name', 'Ada')
  await other.tick()
  other.takeTheirs('badge.name')
  expect(other.at()).toMatchObject({ phase: 'saved', typed: 'Adah', version: 9 })
})

test('what is refused stays in the field with the reason, and is sent again only after a change', async () => {
  const { edit, tick, at, sent, flush } = form([refused])
  edit('badge.name', 'x'.repeat(300))
  await tick()
  expect(at()).toMatchObject({ phase: 'refused', error: 'Too long.' })
  flush('badge.name')
  await tick()
  expect(sent).toHaveLength(1)
  edit('badge.name', 'Ada')
  await tick()
  expect(at()).toMatchObject({ phase: 'saved', error: undefined })
})

test('what is typed back to what is stored is not sent', async () => {
  const { edit, tick, sent, at } = form()
  edit('badge.name', 'Ada')
  edit('badge.name', 'Ida')
  await tick()
  expect([sent, at()?.phase]).toEqual([[], 'saved'])
})

const frozen = new ApiError({ status: 409, code: 'conflict', detail: 'Closed.' })

test('what was typed before a section closed is kept to be asked for, and blocks nothing', async () => {
  const earlier = form([], new Map([['badge.name', { typed: 'Ada', version: 3, timestamp: 1 }]]))
  earlier.open({ isClosed: true })
  expect(earlier.at()).toMatchObject({ phase: 'saved', typed: 'Ida', late: 'Ada' })
  const { edit, tick, at, open, sent, drafts, dropLate, $fields } = form([frozen])
  edit('badge.name', 'Ada')
  await tick()
  expect(at()?.phase).toBe('refused')
  for (const _ of [1, 2]) open({ isClosed: true, isReload: true })
  await tick()
  expect(at()).toMatchObject({ phase: 'saved', typed: 'Ida', late: 'Ada' })
  expect([sent.length, getSaving($fields.get()), drafts.size]).toEqual([1, 'saved', 1])
  dropLate(['badge.name'])
  expect([at()?.late, drafts.size]).toEqual([undefined, 0])
})

test('loading the form again loses nothing that is typed, and does not send again what was refused', async () => {
  const { edit, tick, at, open, sent } = form([offline, refused])
  edit('meals.secret', 'peanuts')
  edit('badge.name', 'x'.repeat(300))
  await tick()
  expect([at('meals.secret')?.phase, at()?.phase]).toEqual(['failed', 'refused'])
  open({ isReload: true })
  await tick()
  expect(at()).toMatchObject({ phase: 'refused', error: 'Too long.' })
  expect([at('meals.secret')?.phase, sent.map(([place]) => place)]).toEqual([
    'saved',
    ['meals.secret', 'badge.name', 'meals.secret'],
  ])
})

test.each([null, '', '{', '1', '{"typed":1}', '{"typed":"x"}'])('%o is no draft', (stored) => {
  expect(readFieldDraft(stored)).toBeUndefined()
})
