import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a new connection: forwarded, refused, taken and never answered, or taken and reset. */
type Behaviour = 'pass' | 'refuse' | 'hang' | 'reset'

/** Sees every chunk on its way; `reset` drops it and the connection. */
type Inspect = (chunk: Buffer, from: 'client' | 'server') => 'pass' | 'reset'

export type TcpProxy = {
  /** The address given to `tcpProxy`, leading here. */
  url: string
  behave: (behaviour: Behaviour) => Promise<void>
  /** New connections are forwarded only after so many milliseconds, as by a database that wakes up. */
  wakeUpIn: (milliseconds: number) => void
  inspect: (inspect: Inspect) => void
  /** Resets every connection there is. */
  cut: () => void
  /** Goes on holding every connection there is, and forwards nothing more on them. */
  freeze: () => void
  /** How many connections were ever taken. */
  taken: () => number
  close: () => Promise<void>
}

/** A proxy on loopback before the database at `url`, which misbehaves on demand. */
export async function tcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const state = { behaviour: 'pass' as Behaviour, delay: 0, inspect: (() => 'pass') as Inspect, taken: 0 }
  const clients = new Set<Socket>()
  const frozen = new WeakSet<Socket>()

  const take = async (client: Socket) => {
    state.taken += 1
    clients.add(client)
    client.on('close', () => clients.delete(client)).on('error', () => {})
    if (state.behaviour === 'reset') client.resetAndDestroy()
    if (state.behaviour !== 'pass') return
    client.pause()
    if (state.delay > 0) await sleep(state.delay)
    forward(client)
  }
  const forward = (client: Socket) => {
    const server = connect(Number(target.port), target.hostname)
    const pipe = (from: Socket, to: Socket, name: 'client' | 'server') =>
      from
        .on('data', (chunk: Buffer) => {
          if (frozen.has(client)) return
          if (state.inspect(chunk, name) === 'pass') to.write(chunk)
          else client.resetAndDestroy()
        })
        .on('error', () => {})
        .on('close', () => to.destroy())
    pipe(server, client, 'server')
    pipe(client, server, 'client')
    client.resume()
  }

  const server = createServer(take)
  const port = await listen(server, 0)
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async behave(behaviour) {
      if (behaviour === 'refuse') await hangUp(server)
      else if (!server.listening) await listen(server, port)
      state.behaviour = behaviour
    },
    wakeUpIn: (milliseconds) => Object.assign(state, { delay: milliseconds }),
    inspect: (inspect) => Object.assign(state, { inspect }),
    cut() {
      for (const client of clients) client.resetAndDestroy()
    },
    freeze() {
      for (const client of clients) frozen.add(client)
    },
    taken: () => state.taken,
    async close() {
      for (const client of clients) client.destroy()
      await hangUp(server)
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  return address.port
}

/** Stops listening; connections there are stay. */
async function hangUp(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  await new Promise((resolve) => setImmediate(resolve))
}
