import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { enqueueMail } from '#src/domain/outbox/outbox.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { hasPostgres, postgresDb } from '#tests/support/database.ts'
import { killAt, oneLife, packWorker, STEPS, type Workers } from './kills.ts'
import { mailServer } from './mail-server.ts'
import { delivering, endLeases, LETTER, rowsOf } from './outbox-rows.ts'

const KILLS = 200
const LANES = 3
const MAILS_A_LIFE = 3
const LAST_WORDS = 'the last words of the mail'

test.skipIf(!hasPostgres)(
  'workers killed 200 times lose no mail and repeat at most one each (OB3)',
  async () => {
    const { db, url, close } = await postgresDb()
    const folder = await mkdtemp(join(tmpdir(), 'worker-'))
    const workers: Workers = new Map()
    const arrived: { to: string; messageId: string }[] = []
    await using server = await mailServer({
      onRcptTo: (address, _session, done) => {
        killAt(db, workers, 'claimed', address.address).then(() => done(), done)
      },
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo[0]?.address ?? ''
        text(stream).then(async (raw) => {
          if (!raw.includes(LAST_WORDS)) return done(new Error('The mail is not whole.'))
          arrived.push({ to, messageId: /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '' })
          await killAt(db, workers, 'taken', to)
          done()
        }, done)
      },
    })
    try {
      const file = await packWorker(folder)
      const start = performance.now()
      const held = { claimed: 0, sent: 0 }
      const queued = { lives: 0, mails: 0 }
      const lane = async () => {
        while (queued.lives < KILLS) {
          const life = queued.lives++
          const name = `life-${life}`
          for (let mail = 0; mail < MAILS_A_LIFE; mail += 1) {
            await enqueueMail(db, { to: `r${queued.mails++}@mail.example`, ...LETTER, text: LAST_WORDS })
          }
          await oneLife(workers, name, STEPS[life % STEPS.length] ?? 'any', file, {
            DATABASE_URL: url,
            SMTP_URL: server.url,
          })
          const left = (await rowsOf(db)).find((row) => row.leasedBy === name && row.state === 'queued')
          if (left && arrived.some(({ to }) => to === left.recipient)) held.sent += 1
          else if (left) held.claimed += 1
          await endLeases(db, name)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const mail = smtpMailer(server.url, { from: 'info@workshops.example', host: 'workshops.example' })
      await deliverDue(db, delivering({ mail }))

      const rows = await rowsOf(db)
      const messageIds = new Map(arrived.map(({ to, messageId }) => [to, messageId]))
      const duplicates = arrived.length - messageIds.size
      console.log(
        `${KILLS} kills in ${seconds} s: ${rows.length} mails, ${rows.length - messageIds.size} lost, ${duplicates} twice; ` +
          `killed with a mail claimed ${held.claimed}, with one sent ${held.sent}`,
      )
      expect(rows.filter((row) => row.state !== 'sent')).toEqual([])
      expect(messageIds.size).toBe(rows.length)
      expect(arrived.filter(({ to, messageId }) => messageIds.get(to) !== messageId)).toEqual([])
      for (const { recipient, id } of rows) expect(messageIds.get(recipient)).toBe(`<${id}@workshops.example>`)
      expect(duplicates).toBeLessThanOrEqual(KILLS)
      expect(held.claimed).toBeGreaterThan(0)
      expect(held.sent).toBeGreaterThan(0)
      expect(duplicates).toBeGreaterThan(0)
    } finally {
      await close()
      await rm(folder, { recursive: true, force: true })
    }
  },
  240_000,
)
