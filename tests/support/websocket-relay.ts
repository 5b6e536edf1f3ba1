import { createServer } from 'node:http'
import { connect } from 'node:net'
import { neonConfig } from '@neondatabase/serverless'
import { WebSocketServer } from 'ws'

/**
 * Stands in for Neon's WebSocket proxy: carries bytes between a WebSocket and the PostgreSQL at the address in the
 * query (`?address=host:port`), and points Neon's driver of this process at itself.
 */
export async function websocketRelay(): Promise<{ opened: () => number; close: () => Promise<void> }> {
  const http = createServer()
  const relay = new WebSocketServer({ server: http })
  let opened = 0
  relay.on('connection', (socket, request) => {
    opened += 1
    const address = new URL(request.url ?? '', 'http://relay').searchParams.get('address') ?? ''
    const [host, port] = address.split(':')
    const database = connect(Number(port), host)
    socket.on('message', (data: Buffer) => database.write(data))
    socket.on('close', () => database.destroy())
    socket.on('error', () => database.destroy())
    database.on('data', (data) => socket.send(data))
    database.on('error', () => socket.terminate())
    database.on('close', () => socket.close())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('The machine gave no port.')
  const before = { wsProxy: neonConfig.wsProxy, useSecureWebSocket: neonConfig.useSecureWebSocket }
  const neonSettings = {
    wsProxy: (host: string, port: string | number) => `127.0.0.1:${address.port}/v2?address=${host}:${port}`,
    useSecureWebSocket: false,
    pipelineTLS: false,
    pipelineConnect: false as const,
  }
  Object.assign(neonConfig, neonSettings)
  return {
    opened: () => opened,
    async close() {
      Object.assign(neonConfig, before)
      for (const client of relay.clients) client.terminate()
      relay.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
