import { record, string, array } from 'zod/mini'
import { startNameServer, type Zone } from './name-server.ts'

// The name server of a browser test, in a process of its own. It sends its address, takes its records as messages, and says when it has them.
const recordsSchema = record(string(), array(string()))
const zone: Zone = { records: {} }
process.on('message', (records) => {
  zone.records = recordsSchema.parse(records)
  process.send?.('taken')
})
const { address } = await startNameServer(zone)
process.send?.(address)
