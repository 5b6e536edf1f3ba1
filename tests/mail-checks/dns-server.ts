import { createSocket } from 'node:dgram'
import { openDns } from '#src/platform/dns.ts'

const TYPES = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const
type Type = keyof typeof TYPES

/** Names with their records; `fails` for a name about which the server says that it failed. */
export type Zone = Record<string, Partial<Record<Type, string[]>> | 'fails'>

/** A DNS server on loopback that answers from `zone`, which may be changed at any time, and a client that asks it alone. */
export async function dnsServer(zone: Zone) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    asked.push(name)
    socket.send(toAnswer(query, end, zone[name], type), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const dns = openDns([`127.0.0.1:${socket.address().port}`])
  return { zone, asked, dns, close: () => new Promise<void>((resolve) => socket.close(() => resolve())) }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** The question again, and after it each record with a pointer to the name in the question. */
function toAnswer(query: Buffer, end: number, found: Zone[string] | undefined, type: number): Buffer {
  const records =
    typeof found === 'object' ? Object.entries(found).filter(([name]) => TYPES[name as Type] === type) : []
  const datas = records.flatMap(([name, values]) => (values ?? []).map((value) => toData(name as Type, value)))
  const code = found === 'fails' ? 2 : found === undefined ? 3 : 0
  const head = Buffer.alloc(12)
  head.writeUInt16BE(query.readUInt16BE(0), 0)
  head.writeUInt16BE(0x8580 | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(datas.length, 6)
  const answers = datas.map((data) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([head, query.subarray(12, end), ...answers])
}

function toData(type: Type, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA') throw new Error('No test asks for an address of this kind.')
  if (type === 'TXT') {
    const parts = value.match(/[\s\S]{1,255}/g) ?? ['']
    return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])))
  }
  const [priority = '', host = ''] = value.split(' ')
  const labels = host.split('.').filter((label) => label !== '')
  const name = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  const first = Buffer.alloc(2)
  first.writeUInt16BE(Number(priority))
  return Buffer.concat([first, ...name, Buffer.from([0])])
}
