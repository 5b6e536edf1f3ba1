/** Runs as a process of its own: an HTTP server and PGlite on a data folder, and nothing else. Says so once the database answers. */
import { createServer } from 'node:http'
import { PGlite } from '@electric-sql/pglite'

const db = await PGlite.create({ dataDir: process.argv[2] ?? '' })
const { rows } = await db.query<{ events: number }>('select count(*)::int as events from event_config')
const server = createServer((_request, response) => void response.end('ok'))
server.listen(0, '127.0.0.1', () => process.send?.(rows[0]?.events))
process.once('disconnect', () => process.exit(0))
