import { describe, expect, test } from 'vitest'
import { blockFields, readContent, upgradeBody } from './content-block.ts'
import { BLOCK_KINDS, type BlockKind } from './content-kinds.ts'

/** Bodies as they were stored in the first version. They must be readable for as long as there are blocks. */
const FIRST: Record<BlockKind, Record<string, unknown>> = {
  text: { schemaVersion: 1, heading: 'Who', markdown: 'We are **four**.' },
  picture: { schemaVersion: 1, url: '/media/a', alt: 'A pump', caption: '' },
  list: { schemaVersion: 1, heading: '', items: ['A photo', 'A work order'] },
  quote: { schemaVersion: 1, text: 'It holds.', name: 'Ada', plant: 'Mill', result: '' },
  question: { schemaVersion: 1, question: 'Where?', markdown: 'In {{city}}.' },
  figures: { schemaVersion: 1, heading: '', figures: [{ label: 'Plants', value: '41', source: '' }] },
  'call-to-action': { schemaVersion: 1, text: '', label: 'All workshops', href: '/events' },
  'event-facts': { schemaVersion: 1, heading: '', facts: ['date', 'price'] },
}

test.each(Object.keys(BLOCK_KINDS) as BlockKind[])('a body of %s of the first version is read', (kind) => {
  expect(readContent(kind, FIRST[kind])).toEqual({ kind, body: FIRST[kind] })
})

describe('an old body', () => {
  const steps = [
    ({ name, ...rest }: Record<string, unknown>) => ({ ...rest, person: name }),
    (body: Record<string, unknown>) => ({ ...body, plant: '' }),
  ]

  test('is led through every version up to the newest one', () => {
    expect(upgradeBody({ schemaVersion: 1, name: 'Ada' }, steps)).toEqual({
      schemaVersion: 3,
      person: 'Ada',
      plant: '',
    })
    expect(upgradeBody({ schemaVersion: 2, person: 'Ada' }, steps)).toEqual({
      schemaVersion: 3,
      person: 'Ada',
      plant: '',
    })
  })

  test.each([0, 4, 1.5, 'x', undefined])('of the unknown version %s is an error', (schemaVersion) => {
    expect(() => upgradeBody({ schemaVersion }, steps)).toThrow('unknown version')
  })
})

test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', ''])(
  'a call to action leads not to %s',
  (href) => {
    const body = { ...FIRST['call-to-action'], href }
    const fields = { kind: 'call-to-action', title: 'Call', tags: [], isActive: true, body }
    expect(blockFields.safeParse(fields).success).toBe(false)
  },
)
