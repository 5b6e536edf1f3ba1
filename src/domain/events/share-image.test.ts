import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventConfig } from '#src/contract/event.ts'
import { EARLY_BIRD_PACKAGE, VENUE_UNKNOWN } from '#src/contract/landing-copy.ts'
import { anEvent, emptyFields } from '#tests/support/event-fixture.ts'
import { writeHashed } from '../site/hashed-file.ts'
import { type ShareCard, shareCard, shareHash } from './share-card.ts'
import { pruneShareImages, shareImage } from './share-image.ts'

const early = Date.parse('2026-12-01T12:00:00Z')
const standard = Date.parse('2027-01-10T12:00:00Z')
const past = Date.parse('2027-02-01T12:00:00Z')
const cardOf = (changes: Partial<EventConfig> = {}, now = early) => shareCard(anEvent(changes), 'Uptime Workshops', now)

describe('what the picture says', () => {
  test('the event, its day, its place and the price that holds', () => {
    expect(cardOf()).toEqual({
      siteName: 'Uptime Workshops',
      title: 'Tulsa Reliability Workshop',
      date: 'Thu, Jan 21, 2027',
      place: 'Tulsa, Oklahoma',
      price: '$395',
      label: EARLY_BIRD_PACKAGE,
      tone: 'open',
    })
    expect(cardOf({}, standard)).toMatchObject({ price: '$495', label: 'Standard price', tone: 'open' })
    expect(cardOf({}, past)).toMatchObject({ label: 'This workshop has taken place', tone: 'quiet' })
    expect(cardOf({}, past)).not.toHaveProperty('price')
  })

  test.each([
    ['cancelled', 'Cancelled', 'alert'],
    ['postponed', 'Postponed', 'alert'],
    ['moved', 'Moved – Early Bird Package', 'open'],
  ] as const)('an event that is %s says so', (status, label, tone) => {
    expect(cardOf({ status })).toMatchObject({ label, tone })
  })

  test('an event with empty fields has a place to be announced', () => {
    expect(cardOf(emptyFields)).toMatchObject({ place: VENUE_UNKNOWN, price: '$395' })
  })

  test('letters that the fonts lack are left out, and a name of nothing else is the site name', () => {
    expect(cardOf({ eventName: 'Łódź  🛠️ reliability' }).title).toBe('Łódź reliability')
    expect(cardOf({ eventName: '漢字漢字漢字' }).title).toBe('Uptime Workshops')
  })

  test('equal cards share a picture; a changed word asks for another', () => {
    expect(shareHash(cardOf())).toBe(shareHash(cardOf({ venueAddress: 'elsewhere', version: 9 })))
    const others = [
      cardOf({ eventName: 'Tulsa Workshop' }),
      cardOf({ city: 'Enid' }),
      cardOf({}, standard),
      cardOf({ status: 'moved' }),
    ]
    expect(new Set([cardOf(), ...others].map(shareHash)).size).toBe(5)
  })
})

describe('the picture', () => {
  let cacheDir: string
  const fontsDir = fileURLToPath(new URL('fonts', import.meta.url))
  beforeAll(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'share-'))
  })
  afterAll(() => rm(cacheDir, { recursive: true }))

  const usedAt = Date.parse('2026-12-01T12:00:00Z')

  test.each([
    ['an ordinary event', {}],
    ['a name of two hundred letters without a space', { eventName: 'X'.repeat(200), city: 'Y'.repeat(100) }],
    ['a name of markup', { eventName: '</svg><script>alert(1)</script>&amp;"\'' }],
    ['a cancelled event', { status: 'cancelled' }],
  ] as const)('%s is a PNG of 1200 by 630', async (_, changes) => {
    const png = Buffer.from(await shareImage(cardOf(changes), { cacheDir, fontsDir, usedAt }))
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(200_000)
  })

  test('a card drawn before is read from the cache, not drawn again, unless what is there was damaged', async () => {
    const card = cardOf({ eventName: 'Drawn before' })
    const file = join(cacheDir, `${shareHash(card)}.png`)
    writeHashed(file, Buffer.from('kept'))
    const draw = async () => Buffer.from(await shareImage(card, { cacheDir, fontsDir, usedAt })).toString('latin1')
    expect(await draw()).toBe('kept')
    for (const size of [0, 45]) {
      await truncate(file, size)
      expect(await draw()).toContain('PNG')
      expect(await draw()).toContain('PNG')
    }
  })

  test('no half-written file stays behind', async () => {
    await shareImage(cardOf({ eventName: 'Drawn once' }), { cacheDir, fontsDir, usedAt })
    expect((await readdir(cacheDir)).filter((name) => !/^[0-9a-f]{16}\.png$/.test(name))).toEqual([])
  })
  test('is forgotten once twenty builds in a row had no use for it, and no earlier', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'share-'))
    const [used, unused] = [cardOf({ eventName: 'Used in all' }), cardOf({ eventName: 'Used in one' })]
    const build = async (number: number, cards: ShareCard[]) => {
      const startedAt = usedAt + number * 60_000
      for (const card of cards) await shareImage(card, { cacheDir: folder, fontsDir, usedAt: startedAt + 5 })
      await pruneShareImages(folder, startedAt)
      return (await readdir(folder)).filter((name) => name.endsWith('.png')).length
    }
    expect(await build(0, [used, unused])).toBe(2)
    for (let number = 1; number < 39; number += 1) expect(await build(number, [used])).toBe(2)
    expect(await build(39, [used])).toBe(1)
    expect(await readdir(folder)).toContain(`${shareHash(used)}.png`)
    expect((await readdir(folder)).filter((name) => name.endsWith('.build'))).toHaveLength(20)
    await rm(folder, { recursive: true })
  })
})
