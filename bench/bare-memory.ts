/** Runs as a process of its own: an HTTP server and PostgreSQL on a data folder, and nothing else. Says so once the database answers. */
import { createServer } from 'node:http'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded.ts'

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
const pool = new pg.Pool({ connectionString: url, max: 1 })
const { rows } = await pool.query<{ events: number }>('select count(*)::int as events from event_config')
const server = createServer((_request, response) => void response.end('ok'))
server.listen(0, '127.0.0.1', () => process.send?.(rows[0]?.events))
process.once('disconnect', () => process.exit(0))
