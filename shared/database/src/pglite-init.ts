import { PGlite } from '@electric-sql/pglite'
import { allowTiering } from './pglite-tiering.ts'

// Whoever asked for the folder is gone.
process.on('disconnect', () => process.exit(1))

// This process does one thing, and ends: 3.0 s of the processor's time for 3.8.
allowTiering(false)
const [folder] = process.argv.slice(2)
const database = await PGlite.create(folder)
await database.close()
process.exit(0)
