import { readFile, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg'])

/** Serves a folder with brotli, as a CDN would, so that pages and their reference travel alike. */
export async function serveFolder(folder: string): Promise<{ url: string; close: () => void }> {
  const cache = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    answer(folder, cache, request.url ?? '/').then(
      ({ body, headers }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${getPort(server)}`, close: () => server.close() }
}

async function answer(folder: string, cache: Map<string, Buffer>, url: string) {
  const file = await fileFor(folder, new URL(url, 'http://localhost').pathname)
  const type = extname(file)
  const isCompressed = COMPRESSED.has(type)
  const body = cache.get(file) ?? (isCompressed ? brotliCompressSync(await readFile(file)) : await readFile(file))
  cache.set(file, body)
  const headers = {
    'content-type': TYPES[type] ?? 'application/octet-stream',
    ...(isCompressed && { 'content-encoding': 'br' }),
  }
  return { body, headers }
}

async function fileFor(folder: string, path: string): Promise<string> {
  for (const name of path === '/' ? ['index.html'] : [path, `${path}.html`]) {
    const file = join(folder, name)
    if ((await stat(file).catch(() => undefined))?.isFile()) return file
  }
  throw new Error('not found')
}

function getPort(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
