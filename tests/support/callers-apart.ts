import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

/**
 * Loaded by a product that is tested in browsers: a caller from this machine gets an address of the machine for each
 * connection. All browsers of a run call from one address, and far more often than the limits by address let one person.
 */
subscribe('net.server.socket', (message) => {
  const socket = message && typeof message === 'object' && 'socket' in message ? message.socket : undefined
  if (!(socket instanceof Socket)) return
  const { remoteAddress, remotePort = 0 } = socket
  if (remoteAddress !== '::1' && remoteAddress !== '127.0.0.1') return
  Object.defineProperty(socket, 'remoteAddress', { value: `127.${remotePort >> 8}.${remotePort & 255}.1` })
})
