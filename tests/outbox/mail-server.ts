import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that arrived. `raw` is all of it, as it came over the wire. */
type Arrived = { to: string[]; raw: string; messageId: string }

type MailServer = { url: string; arrived: Arrived[] } & AsyncDisposable

/** A real SMTP server on loopback that takes everything, unless `options` say otherwise. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''
        arrived.push({ to: envelope.rcptTo.map(({ address }) => address), raw, messageId })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {}) // A client that was killed is no fault of the server.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${getPort(server.server.address())}`, arrived, [Symbol.asyncDispose]: close }
}

/** Something that listens and does with each connection what `onSocket` says. */
export async function oddServer(onSocket: (socket: Socket) => void): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `smtp://127.0.0.1:${getPort(server.address())}`, [Symbol.asyncDispose]: close }
}

function getPort(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** A refusal as a server says it. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** What happens when a mail reaches a step; the server answers once it is settled. */
type Steps = {
  /** Resolves with who sends, to be told again when the mail is there. */
  onRecipient: (to: string) => Promise<string>
  onMail: (to: string, raw: string, by: string) => Promise<void>
}

/**
 * The least a mail server says, without the tenth of a second that `smtp-server` waits for early talkers: for tests that
 * send a thousand mails. A mail counts once its last line is there.
 */
export function quickMailServer({ onRecipient, onMail }: Steps): ReturnType<typeof oddServer> {
  return oddServer((socket) => {
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
    let waiting = ''
    let to = ''
    let by = ''
    let raw: string | undefined
    const take = async (line: string) => {
      if (raw !== undefined && line !== '.') raw += `${line}\r\n`
      else if (raw !== undefined) {
        const mail = raw
        raw = undefined
        await onMail(to, mail, by)
        say('250 taken')
      } else if (line.startsWith('RCPT TO:')) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        by = await onRecipient(to)
        say('250 ok')
      } else if (line === 'DATA') {
        raw = ''
        say('354 go on')
      } else if (line === 'QUIT') socket.end('221 bye\r\n')
      else say('250 ok')
    }
    let work = Promise.resolve()
    socket.on('data', (piece) => {
      const lines = (waiting + piece).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) work = work.then(() => take(line))
    })
    say('220 quick')
  })
}
