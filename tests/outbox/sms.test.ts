import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { httpSms } from '#src/platform/sms.ts'
import { freePort } from '#tests/support/postgres-server.ts'

const sms = { id: 'a7c1d5b0-0000-4000-8000-000000000001', to: '+15551234567', text: 'Code 123456' }

async function gateway(status: number) {
  const port = await freePort()
  const asked: { body: unknown; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ body: JSON.parse(await text(request)), headers: request.headers })
    if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end('+15551234567 was refused')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://key:s3cret@127.0.0.1:${port}/send`, asked, [Symbol.asyncDispose]: close }
}

test('a text message is posted once, with its id and our key', async () => {
  await using server = await gateway(202)
  expect(await httpSms(server.url).send(sms, 5_000)).toEqual({ ok: true })
  expect(server.asked).toMatchObject([
    {
      body: sms,
      headers: { 'idempotency-key': sms.id, authorization: `Basic ${Buffer.from('key:s3cret').toString('base64')}` },
    },
  ])
})

test.each([
  [302, false],
  [400, true],
  [401, false],
  [422, true],
  [429, false],
  [500, false],
])('an answer of %i is reported in our own words', async (status, isPermanent) => {
  await using server = await gateway(status)
  const reason = `The SMS gateway answered ${status}.`
  expect(await httpSms(server.url).send(sms, 5_000)).toEqual({ ok: false, isPermanent, reason })
  expect(server.asked).toHaveLength(1)
})

test('a gateway that is silent or gone is tried again later', async () => {
  await using silent = await gateway(0)
  const late = { ok: false, isPermanent: false, reason: 'The SMS gateway did not answer in time.' }
  expect(await httpSms(silent.url).send(sms, 200)).toEqual(late)
  const gone = { ok: false, isPermanent: false, reason: 'The SMS gateway cannot be reached.' }
  expect(await httpSms(`http://127.0.0.1:${await freePort()}`).send(sms, 5_000)).toEqual(gone)
})
