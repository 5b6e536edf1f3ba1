import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { enqueueMail } from '#src/domain/outbox/enqueue.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'
import { holderOf, isHolding, killAt, oneLife, packWorker, STEPS, type Workers } from './kills.ts'
import { quickMailServer } from './mail-server.ts'
import { delivering, endLeases, getRows, LETTER } from './outbox-rows.ts'

const KILLS = atScale(20, 200)
const LANES = 3
const MAILS_A_LIFE = 2

test('killed workers lose no mail and repeat at most one each (OB3)', async () => {
  const { db, url, close } = await testDb()
  const folder = await mkdtemp(join(tmpdir(), 'worker-'))
  const workers: Workers = new Map()
  const arrived: { to: string; messageId: string; by: string }[] = []
  await using server = await quickMailServer({
    onRecipient: async (to) => {
      const by = await holderOf(db, to)
      killAt(workers, 'claimed', by)
      return by
    },
    onMail: async (to, raw, by) => {
      arrived.push({ to, by, messageId: /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '' })
      killAt(workers, 'taken', by)
    },
  })
  try {
    const environment = { DATABASE_URL: url, SMTP_URL: server.url }
    const file = await packWorker(folder)
    const start = performance.now()
    let holding = 0
    const queued = { lives: 0, mails: 0 }
    const lane = async () => {
      while (queued.lives < KILLS) {
        const life = queued.lives++
        const name = `life-${life}`
        for (let mail = 0; mail < MAILS_A_LIFE; mail += 1) {
          await enqueueMail(db, { to: `r${queued.mails++}@mail.example`, ...LETTER })
        }
        await oneLife(workers, name, STEPS[life % STEPS.length] ?? 'any', file, environment)
        if (await isHolding(db, name)) holding += 1
        await endLeases(db, name)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const mail = smtpMailer(server.url, { from: 'info@workshops.example', host: 'workshops.example' })
    while ((await getRows(db)).some((row) => row.state !== 'sent')) {
      await endLeases(db) // The database may carry out a claim that it heard of just before the worker was killed.
      await deliverDue(db, delivering({ mail }))
    }

    const rows = await getRows(db)
    const messageIds = new Map(arrived.map(({ to, messageId }) => [to, messageId]))
    const repeated = arrived.filter((mail, index) => arrived.slice(index + 1).some(({ to }) => to === mail.to))
    const facts = `${rows.length} mails, ${rows.length - messageIds.size} lost, ${repeated.length} repeated`
    console.log(`${KILLS} kills in ${seconds} s, ${holding} of them with a mail in hand: ${facts}`)
    expect(rows).toHaveLength(queued.mails)
    for (const { recipient, id } of rows) expect(messageIds.get(recipient)).toBe(`<${id}@workshops.example>`)
    expect(arrived.filter(({ to, messageId }) => messageIds.get(to) !== messageId)).toEqual([])
    expect(new Set(repeated.map(({ by }) => by)).size).toBe(repeated.length)
    expect(repeated.length).toBeGreaterThan(0)
    expect(holding).toBeGreaterThan(repeated.length)
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}, 300_000)
