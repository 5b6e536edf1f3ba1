import { workerData } from 'node:worker_threads'
import { linkFiles } from './ahead.ts'

/** The thread of `startAhead`. */
linkFiles(workerData)
