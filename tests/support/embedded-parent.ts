/** A process that starts an embedded database and waits to be killed. */
import { startEmbeddedPostgres } from '#db/embedded.ts'

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
process.send?.(url)
