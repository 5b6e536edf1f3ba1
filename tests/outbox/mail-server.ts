import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that arrived. `raw` is all of it, as it came over the wire. */
export type Arrived = { to: string[]; raw: string; messageId: string }

export type MailServer = { url: string; arrived: Arrived[] } & AsyncDisposable

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
  return { url: `smtp://127.0.0.1:${portOf(server.server.address())}`, arrived, [Symbol.asyncDispose]: close }
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
  return { url: `smtp://127.0.0.1:${portOf(server.address())}`, [Symbol.asyncDispose]: close }
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** A refusal as a server says it. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
