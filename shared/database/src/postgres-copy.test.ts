import { EventEmitter } from 'node:events'
import type { Submittable } from 'pg'
import { copyRows } from './postgres-copy.ts'

// Threat: T-DB-1
test('rows whose stream fails once more after the connection was lost fail with the first reason, and end no process', async () => {
  const streams: Submittable[] = []
  const query = <T extends Submittable>(stream: T): T => {
    streams.push(stream)
    return stream
  }
  const copying = copyRows({ query }, 'note', 'a\n')
  for (const stream of streams) {
    if (!(stream instanceof EventEmitter)) throw new Error('no stream')
    for (const reason of ['lost', 'again']) stream.emit('error', new Error(reason))
  }
  await expect(copying).rejects.toThrow('lost')
})
