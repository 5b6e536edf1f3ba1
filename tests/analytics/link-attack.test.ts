import { createHash, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/backup.ts'
import { readBackup } from '#db/backup-file.ts'
import { tableNames } from '#db/catalog.ts'
import type { Db } from '#db/client.ts'
import { analyticsNetworks, analyticsPageViews, analyticsSalts } from '#db/schema/analytics.ts'
import { deriveKey } from '#db/sealed.ts'
import { addressKey } from '#src/api/address.ts'
import { pruneVisits } from '#src/domain/analytics/prune-visits.ts'
import { SITE_URL, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/embedded.ts'
import { addEvent } from '../site/event-rows.ts'

const HOUR = 3_600_000
const MONDAY = Date.parse('2026-11-16T15:00:00Z')
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.N.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.N) Gecko/20100101 Firefox/132.N',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_N like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.N Mobile/15E148 Safari/604.1',
]
const PEOPLE = 24

/** A person whose address, agent, mail and token nobody else has. The attacker knows them all. */
const people = Array.from({ length: PEOPLE }, (_, at) => ({
  ip: at % 2 === 0 ? `203.0.113.${at + 1}` : `2001:db8:0:${at + 1}::7`,
  agent: (AGENTS[at % AGENTS.length] ?? '').replaceAll('N', `${4711 + at}`),
  email: `person${at}@plant.example`,
  token: randomBytes(24).toString('base64url'),
}))
type Person = (typeof people)[number]

const folder = temporaryFolder()
let opened: TestDb
let db: Db
let now = MONDAY

/** Everybody visits on Monday and on Tuesday, and does the same. */
beforeAll(async () => {
  opened = await testDb()
  db = opened.db
  await addEvent(db, 'tulsa-2027', { isPublished: true })
  const api = await testApi({ db, clock: () => now })
  for (now of [MONDAY, MONDAY + 24 * HOUR])
    for (const { ip, agent, email, token } of people) {
      now += 61_000
      const query = `utm_source=mail&utm_content=${email}&utm_term=${token}&t=${token}&e=${email}`
      const page = {
        pagePath: `/event/tulsa-2027?${query}#${token}`,
        eventSlug: 'tulsa-2027',
        sessionId: token.slice(0, 20),
      }
      const referrer = `https://mail.plant.example/inbox/${token}?for=${email}`
      const host = { ip, country: 'US', requestId: token.slice(0, 16) }
      const cookie = { 'User-Agent': agent, Cookie: `signed_in=1; other=${token}`, Referer: `${SITE_URL}/${token}` }
      await api.post('/api/page-views', { ...page, referrer }, cookie, host)
      await api.post('/api/page-views', { ...page, act: 'register hero' }, cookie, host)
    }
})
afterAll(() => opened.close())

/** All rows of all tables as text, with what a backup leaves out: what a copy of the disk holds. */
async function copyOfDisk(): Promise<string> {
  const texts = (await tableNames(db)).map(async (table) => {
    const { rows } = (await db.execute(sql`select t::text as row from ${sql.identifier(table)} t`)) as {
      rows: { row: string }[]
    }
    return rows.map(({ row }) => row).join('\n')
  })
  return (await Promise.all(texts)).join('\n')
}

async function backup(): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.gz`)
  await backupDatabase(opened.url, path)
  const lines: string[] = []
  for await (const entry of readBackup(path)) lines.push('row' in entry ? entry.row : JSON.stringify(entry))
  return lines.join('\n')
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const storedKeys = async () => ({
  visitors: (await db.select().from(analyticsPageViews)).map(({ day, visitorKey }) => ({ day, key: hex(visitorKey) })),
  networks: (await db.select().from(analyticsNetworks)).map(({ day, networkKey }) => ({ day, key: hex(networkKey) })),
})

/** Everything in a text that could be a key: each word of it, and the bytes that a word of hexadecimal digits stands for. */
function candidates(text: string): Buffer[] {
  const words = [...new Set(text.match(/[\w+/=.:-]{4,}/g) ?? [])]
  const bytes = words.flatMap((word) =>
    /^x?([\da-f]{2}){8,}$/.test(word) ? [Buffer.from(word.replace('x', ''), 'hex')] : [],
  )
  return [Buffer.alloc(0), ...words.map((word) => Buffer.from(word)), ...bytes]
}

/** What a program may have hashed of a person, in the order and with the signs between that programs choose. */
function messages({ ip, agent }: Person): string[] {
  const site = [SITE_URL, new URL(SITE_URL).hostname, '']
  const address = [ip, addressKey(ip)]
  const parts = site.flatMap((at) => address.flatMap((from) => [[at, from, agent], [at, from], [from, agent], [from]]))
  return parts.flatMap((list) => [
    ...['', '|', ':', '\0'].map((between) => list.join(between)),
    ...[JSON.stringify(list), JSON.stringify(['visitor', ...list]), JSON.stringify(['network', ...list])],
  ])
}

/** The stored keys that an attacker finds with these keys: those of whom they then know the address. */
function crack(stored: readonly { key: string }[], keys: readonly Buffer[], whom: readonly Person[]): number {
  const wanted = new Set(stored.map(({ key }) => key))
  const found = new Set<string>()
  const look = (digest: Buffer) => {
    for (const part of [digest.subarray(0, 8), digest.subarray(-8)]) if (wanted.has(hex(part))) found.add(hex(part))
  }
  for (const message of new Set(whom.flatMap(messages))) {
    for (const way of ['md5', 'sha1', 'sha256', 'sha512']) look(createHash(way).update(message).digest())
    for (const key of keys) {
      look(createHmac('sha256', key).update(message).digest())
      look(createHash('sha256').update(key).update(message).digest())
    }
  }
  return found.size
}

describe('what a dump of two days says of visitors who came on both', () => {
  test('no key of a visitor or network is on both days', async () => {
    const { visitors, networks } = await storedKeys()
    expect(visitors).toHaveLength(PEOPLE * 4)
    expect(networks).toHaveLength(PEOPLE * 2)
    for (const keys of [visitors, networks]) {
      const days = Map.groupBy(keys, ({ day }) => day)
      expect([...days.keys()].toSorted()).toEqual(['2026-11-16', '2026-11-17'])
      const [first, second] = [...days.values()].map((rows) => new Set(rows.map(({ key }) => key)))
      expect([first?.size, second?.size]).toEqual([PEOPLE, PEOPLE])
      expect([...(first ?? [])].filter((key) => second?.has(key))).toEqual([])
    }
  })

  test('nothing a person sent is in any table, nor in a backup, which has no salts', async () => {
    const [disk, file] = [await copyOfDisk(), await backup()]
    for (const text of [disk, file]) {
      expect(text).toContain('/event/tulsa-2027')
      for (const { ip, agent, email, token } of people)
        for (const secret of [ip, addressKey(ip), agent, email, token, token.toLowerCase(), token.slice(0, 16)])
          expect(text.includes(secret), `${secret} is stored`).toBe(false)
      expect(text).not.toMatch(/Mozilla|AppleWebKit|inbox/)
    }
    for (const { salt } of await db.select().from(analyticsSalts)) {
      expect(disk).toContain(hex(salt))
      expect(file).not.toContain(hex(salt))
    }
  })

  test('no derivation from anything in it leads from an address and agent to a key', async () => {
    const { visitors, networks } = await storedKeys()
    const keys = candidates(`${await copyOfDisk()}\n${await backup()}`)
    const salts = (await db.select().from(analyticsSalts)).map(({ salt }) => Buffer.from(salt))
    expect(salts.every((salt) => keys.some((key) => key.equals(salt)))).toBe(true)
    const days = keys.filter((key) => /^2026-11-1[67]/.test(key.toString()))
    const pairs = salts.flatMap((salt) => [...days, ...salts].map((more) => Buffer.concat([salt, more])))
    expect(crack([...visitors, ...networks], [...keys, ...pairs], people.slice(0, 1))).toBe(0)
    expect(crack([...visitors, ...networks], [...salts, ...days, ...pairs], people)).toBe(0)
  })

  test('the columns of a visitor are those of several others', async () => {
    const rows = await db.select().from(analyticsPageViews)
    const visitors = Map.groupBy(rows, ({ day, visitorKey }) => `${day} ${hex(visitorKey)}`)
    const looks = [...visitors.values()].map((own) => ({
      day: own[0]?.day,
      look: JSON.stringify(
        own
          .map(({ id, day, visitorKey, createdAt, ...columns }) => columns)
          .toSorted((a, b) => a.kind.localeCompare(b.kind)),
      ),
    }))
    for (const { look } of looks) {
      const alike = looks.filter((other) => other.day === '2026-11-17' && other.look === look)
      expect(alike.length).toBeGreaterThanOrEqual(PEOPLE / AGENTS.length)
    }
  })
})

describe('with the secret key of the product, which no dump has,', () => {
  /** As `makeKeys` builds it: the attack that finds nothing above works. */
  const withSecret = (salts: readonly Uint8Array[]) =>
    salts.map((salt) => Buffer.concat([salt, Buffer.from(deriveKey('visitor keys of a day'), 'base64url')]))

  test('the keys of the last days can be found while their salts are there, and none once they are gone', async () => {
    const { visitors, networks } = await storedKeys()
    const read = async () => (await db.select().from(analyticsSalts)).map(({ salt }) => salt)
    expect(crack([...visitors, ...networks], withSecret(await read()), people)).toBe(PEOPLE * 4)
    now = MONDAY + 74 * HOUR
    await pruneVisits(db, now)
    const api = await testApi({ db, clock: () => now })
    await api.post('/api/page-views', { pagePath: '/' }, {}, { ip: '198.51.100.1' })
    const later = await read()
    expect(later).toHaveLength(1)
    const text = `${await copyOfDisk()}\n${await backup()}`
    const secret = Buffer.from(deriveKey('visitor keys of a day'), 'base64url')
    const keys = [secret, ...withSecret(later), ...candidates(text).map((key) => Buffer.concat([key, secret]))]
    expect(crack([...visitors, ...networks], keys, people.slice(0, 1))).toBe(0)
    expect(crack([...visitors, ...networks], withSecret(later), people)).toBe(0)
  })
})
